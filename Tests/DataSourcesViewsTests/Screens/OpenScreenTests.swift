import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct OpenScreenTests {
    private struct Offline: Error {}

    private func child(of id: ScreenID, in screen: OpenScreen) async throws -> OpenScreen {
        try #require(await screen.open(id))
    }

    @Test func `a screen is a source, whose items have the ids of the file or else their positions`() throws {
        let settings = try OpenScreen(SettingsFile.decode())
        #expect(settings.title == "Settings")
        #expect(settings.source.snapshot.map(\.id) == [.section(0), .section(1)])
        #expect(settings.source.snapshot[ItemPath(section: 1, item: 1)]?.id == .named("wifi"))
        #expect(settings.source.snapshot[id: .item(section: 1, item: 5)]?.kind == "vpn")
        #expect(settings.source.snapshot.items.map(\.id.description).prefix(3) == ["0.0", "1.0", "wifi"])
        // A file may give an id that looks like a position.
        let odd = StaticScreen(sections: [
            StaticScreen.Section(items: [
                StaticScreen.Item("a", viewModel: BasicViewModel()),
                StaticScreen.Item("a", id: "0.0", viewModel: BasicViewModel()),
            ])
        ])
        #expect(try OpenScreen(odd).source.snapshot.itemCount == 2)
    }

    @Test func `a child is opened when it is asked for, and stays the same while its item leads there`() async throws {
        let settings = try OpenScreen(SettingsFile.decode())
        #expect(settings.openChildren.isEmpty)
        let wifi = try await child(of: .named("wifi"), in: settings)
        #expect(wifi.title == "Wi-Fi")
        #expect(wifi.source.snapshot.count == 3)
        #expect(try await settings.open(.named("wifi")) === wifi)
        #expect(settings.openChildren.count == 1)
        #expect(try await settings.open(.item(section: 0, item: 0)) == nil)
        settings.close(.named("wifi"))
        #expect(try await settings.open(.named("wifi")) !== wifi)
    }

    @Test func `a child in another file is loaded once, with those below it`() async throws {
        let loads = Shared<[String]>([])
        let settings = try OpenScreen(SettingsFile.decode()) { name in
            loads.change { $0.append(name) }
            let item = StaticScreen.Item("device", viewModel: BasicViewModel(), child: .named("\(name)+"))
            return StaticScreen(title: name, sections: [StaticScreen.Section(items: [item])])
        }
        let bluetooth = try await child(of: .item(section: 1, item: 2), in: settings)
        #expect(bluetooth.title == "bluetooth")
        #expect(try await settings.open(.item(section: 1, item: 2)) === bluetooth)
        #expect(loads.value == ["bluetooth"])
        #expect(try await child(of: .item(section: 0, item: 0), in: bluetooth).title == "bluetooth+")
    }

    @Test func `what cannot be opened says why`() async throws {
        let settings = try OpenScreen(SettingsFile.decode())
        await #expect(throws: ScreenError.noLoader("bluetooth")) {
            _ = try await settings.open(.item(section: 1, item: 2))
        }
        await #expect(throws: ScreenError.removed) { _ = try await settings.open(.named("nowhere")) }
        let offline = try OpenScreen(SettingsFile.decode()) { _ in throw Offline() }
        await #expect(throws: Offline.self) { _ = try await offline.open(.item(section: 1, item: 2)) }
        #expect(offline.openChildren.isEmpty)
    }

    @Test func `children close with their items`() async throws {
        let screen = try SettingsFile.decode()
        let settings = try OpenScreen(screen)
        let wifi = try await child(of: .named("wifi"), in: settings)
        var changed = screen
        changed.title = "Preferences"
        changed.sections[1].items.swapAt(0, 1)
        try await settings.replace(by: changed)
        #expect(settings.title == "Preferences")
        #expect(settings.openChildren[.named("wifi")] === wifi)
        changed.sections[1].items[0].child = .screen(StaticScreen(title: "new"))
        try await settings.replace(by: changed)
        #expect(settings.openChildren.isEmpty)
        #expect(try await child(of: .named("wifi"), in: settings).title == "new")
        try await settings.source.removeItem(id: .named("wifi"))
        await #expect(throws: ScreenError.removed) { _ = try await settings.open(.named("wifi")) }
        #expect(settings.openChildren.isEmpty)
    }

    @Test func `an item that goes while its child is loaded is not opened, and two who open it share it`() async throws
    {
        let screen = try SettingsFile.decode()
        try SeededExecutor.run(seed: 1) { executor in
            let clock = executor.clock
            let screens = try Opener(screen) { name in
                try await clock.sleep(for: .seconds(1))
                return StaticScreen(title: name)
            }
            let bluetooth = ScreenID.item(section: 1, item: 2)
            let tasks = (0..<2).map { _ in Task(executorPreference: executor) { try await screens.open(bluetooth) } }
            for task in tasks { #expect(try await task.value == bluetooth) }
            #expect(await screens.distinct == 1)
            await screens.close(bluetooth)
            let late = Task(executorPreference: executor) { try await screens.open(bluetooth) }
            await executor.settle()
            try await screens.remove(bluetooth)
            await #expect(throws: ScreenError.removed) { try await late.value }
        }
    }

    @Test func `duplicate ids of a screen made by hand are an error`() {
        let item = StaticScreen.Item("a", id: "x", viewModel: BasicViewModel())
        let error = #expect(throws: EditError.self) {
            try OpenScreen(StaticScreen(sections: [StaticScreen.Section(items: [item, item])]))
        }
        #expect(error?.code == .duplicateItem)
    }

    @Test func `rows of a screen are made by the factory of their kinds, which is checked before it is shown`() throws {
        let screen = try SettingsFile.decode()
        let factory = try RowFactory<ScreenRow, any Cell>(kind: \.kind) {
            Row("profile") {
                ManagerCell()
            } configure: {
                $0.log.append("\($1.id)")
            }
            Row("wifi") {
                PlainCell()
            } configure: {
                $0.log.append("\($1.id)")
            }
        }
        #expect(
            factory.missingKinds(in: screen.kinds()) == [
                "airplane", "bluetooth", "cellular", "hotspot", "vpn", "carrier",
            ])
        let row = try #require(OpenScreen(screen).source.snapshot[id: .named("wifi")])
        #expect(try factory.kind(of: row) == "wifi")
    }
}

/// An actor with an open screen.
private actor Opener {
    private let screen: OpenScreen
    private var opened: [OpenScreen] = []

    init(_ file: StaticScreen, _ loader: @escaping OpenScreen.Loader) throws {
        screen = try OpenScreen(file, loading: loader)
    }

    var distinct: Int { Set(opened.map { ObjectIdentifier($0) }).count }

    func open(_ id: ScreenID) async throws -> ScreenID {
        if let child = try await screen.open(id) { opened.append(child) }
        return id
    }

    func close(_ id: ScreenID) { screen.close(id) }

    func remove(_ id: ScreenID) async throws { try await screen.source.removeItem(id: id) }
}
