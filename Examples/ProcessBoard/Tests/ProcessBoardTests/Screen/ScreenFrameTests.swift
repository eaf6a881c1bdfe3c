import Console
import DataSources
import TerminalViews
import Testing

@testable import ProcessBoard

@MainActor @Suite struct ScreenFrameTests {
    private static let machine = Machine(
        cores: [12, 99, 0, 50], memory: Machine.Use(used: 900, total: 24_000), swap: Machine.Use(used: 0, total: 0),
        load: [152, 98, 7], uptime: 200_000)

    private static func processes(_ count: Int32) -> [Process] {
        (0..<count).map {
            .sample($0 + 1, $0 % 7 == 0 ? "日本語の名前" : nil, user: ["ann", "bob", "root"][Int($0) % 3], cpu: Int(60 - $0))
        }
    }

    static func screen(_ view: Options.View, _ count: Int32 = 60, filter: String = "") async throws -> Screen {
        let views = Views(
            of: try ListSource(processes(count)), machine: machine, wishes: Wishes(filter: filter))
        let screen = await Screen(of: views, view: view)
        screen.log.reset(to: ListSnapshot())
        return screen
    }

    static func text(_ screen: Screen, width: Int, height: Int) -> String {
        screen.frame(in: Size(width: width, height: height)).map(\.text).joined(separator: "\n")
    }

    @Test(arguments: Options.View.allCases)
    func `Every window is filled exactly, however small`(view: Options.View) async throws {
        let typing = try await Self.screen(view, filter: "日本")
        _ = typing.press(.character("/"), size: Size(width: 80, height: 24)) { _, _ in 0 }
        let helping = try await Self.screen(view)
        _ = helping.press(.character("?"), size: Size(width: 80, height: 24)) { _, _ in 0 }
        for screen in [try await Self.screen(view), try await Self.screen(view, 0), typing, helping] {
            for width in [0, 1, 2, 5, 20, 33, 40, 60, 79, 80, 110, 200] {
                for height in [0, 1, 2, 3, 4, 5, 8, 12, 13, 17, 18, 24, 30, 70] {
                    let frame = screen.frame(in: Size(width: width, height: height))
                    #expect(frame.count == height)
                    #expect(frame.allSatisfy { $0.columns == width }, "\(view) in \(width)x\(height)")
                }
            }
        }
    }

    @Test func `A window of a common size shows all three views`() async throws {
        let text = try await Self.text(Self.screen(.all), width: 80, height: 24)
        for title in ["Processes by CPU", "Users", "Changes"] { #expect(text.contains("─ \(title) ─")) }
        #expect(text.contains("┬"))
        #expect(text.contains("├─ Changes"))
        for figure in [
            "CPU0 ", "CPU3 ", "Mem ", "900M/23.4G", "Tasks 60, 60 threads", "Load 1.52 0.98 0.07", "Up 2 days, 7:33:20",
        ] {
            #expect(text.contains(figure), "\(figure)")
        }
    }

    @Test func `A narrow but high window stacks them`() async throws {
        let text = try await Self.text(Self.screen(.all), width: 60, height: 50)
        for title in ["Processes by CPU", "Users", "Changes"] { #expect(text.contains("─ \(title) ─")) }
        #expect(!text.contains("┬"))
    }

    @Test func `A small window shows the table, and no meters`() async throws {
        let text = try await Self.text(Self.screen(.all), width: 40, height: 12)
        #expect(text.contains("NAME"))
        #expect(!text.contains("─ Users ─"))
        #expect(!text.contains("CPU0"))
        #expect(text.contains("ProcessBoard  cpu 1830%  memory 900M"))
    }

    @Test func `The order, the filter and the keys are to be seen`() async throws {
        let screen = try await Self.screen(.all)
        let size = Size(width: 120, height: 24)
        #expect(Self.text(screen, width: 120, height: 24).contains(" ?help /filter ksignal qquit 1table"))
        _ = screen.press(.character("m"), size: size) { _, _ in 0 }
        for key in "/sw" { _ = screen.press(.character(key), size: size) { _, _ in 0 } }
        let text = Self.text(screen, width: 120, height: 24)
        #expect(text.contains("─ Processes by memory ─"))
        #expect(text.contains(" /sw 60 ─"))
        #expect(text.contains("\n /sw▏  Enter keep  Esc clear  ^W word  ^U all "))
    }

    @Test func `Help and the question before a signal are on top, and say what can be done`() async throws {
        let screen = try await Self.screen(.table)
        let size = Size(width: 100, height: 30)
        _ = screen.frame(in: size)
        var sent: [(Int32, Int32)] = []
        func press(_ keys: [Key]) {
            for key in keys {
                _ = screen.press(key, size: size) { process, signal in
                    sent.append((process.id.pid, signal))
                    return 1
                }
            }
        }
        press([.character("?")])
        #expect(Self.text(screen, width: 100, height: 30).contains("│ Space ← →               fold or unfold a user"))
        press([.character("x"), .down, .character("k")])
        #expect(Self.text(screen, width: 100, height: 30).contains("│ Send SIGTERM to 1 日本語の名前?"))
        #expect(sent.isEmpty)
        press([.enter])
        #expect(sent.map(\.0) == [1])
        #expect(Self.text(screen, width: 100, height: 30).contains("SIGTERM not sent to 1 日本語の名前: "))
    }

    @Test func `The help can be read to its end in a low and narrow window`() async throws {
        let screen = try await Self.screen(.table)
        let size = Size(width: 60, height: 15)
        _ = screen.press(.character("?"), size: size) { _, _ in 0 }
        var text = Self.text(screen, width: 60, height: 15)
        #expect(text.contains("↓ ↑ more, any other key closes this") && !text.contains("quit   "))
        for _ in 0..<30 { _ = screen.press(.down, size: size) { _, _ in 0 } }
        text = Self.text(screen, width: 60, height: 15)
        #expect(text.contains("│ q                       quit"))
        #expect(screen.press(.character("q"), size: size) { _, _ in 0 } == .handled)
        #expect(!Self.text(screen, width: 60, height: 15).contains("more, any other"))
    }

    @Test func `A table that is scrolled says where, also without a rule`() async throws {
        let screen = try await Self.screen(.table)
        let size = Size(width: 60, height: 15)
        _ = screen.frame(in: size)
        _ = screen.press(.end, size: size) { _, _ in 0 }
        let titles = Self.text(screen, width: 60, height: 15).split(separator: "\n")[1]
        #expect(titles.contains("NAME") && titles.contains(" of \(screen.table.shown.count)"), "\(titles)")
    }

    @Test func `Space says why nothing folds`() async throws {
        let size = Size(width: 80, height: 24)
        let table = try await Self.screen(.table)
        _ = table.press(.character(" "), size: size) { _, _ in 0 }
        #expect(Self.text(table, width: 80, height: 24).contains("only users fold: press 2"))
        let users = try await Self.screen(.users)
        _ = users.press(.character(" "), size: size) { _, _ in 0 }
        #expect(Self.text(users, width: 80, height: 24).contains("no user is selected"))
    }

    @Test func `A process that has gone is sent no signal`() async throws {
        let screen = try await Self.screen(.table)
        #expect(screen.views.send(0, to: .sample(1000)) != 0)
        #expect(screen.views.send(0, to: .sample(-1)) != 0)
    }
}
