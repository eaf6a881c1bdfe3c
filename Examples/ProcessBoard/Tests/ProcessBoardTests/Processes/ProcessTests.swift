import DataSources
import Testing

@testable import ProcessBoard

@Suite struct ProcessTests {
    @Test(arguments: [
        ("", true), ("swift", true), ("BUILD", true), ("ann", true), ("t-b", true), ("swift test", false),
        ("47", false),
    ])
    func `A process matches a text that its name or its user contains, in whatever case`(text: String, matches: Bool) {
        #expect(Process.sample(47, "Swift-build", user: "ann").matches(text) == matches)
    }

    @Test func `A difference names each field that changed`() {
        let old = Process.sample(1, cpu: 3, memory: 80)
        #expect(Process.sample(1, cpu: 41, memory: 80).difference(from: old) == "cpu 3% → 41%")
        #expect(
            Process.sample(1, "sh", cpu: 41, memory: 2048, state: "Z").difference(from: old)
                == "name p1 → sh, cpu 3% → 41%, mem 80M → 2.0G, state S → Z"
        )
        #expect(old.difference(from: old) == "")
    }

    @Test(arguments: [(0, "0M"), (999, "999M"), (1000, "1.0G"), (1536, "1.5G"), (102_300, "99.9G"), (204_800, "200G")])
    func `Memory takes five columns at the most`(mebibytes: Int, text: String) {
        #expect(mebibytes.asMemory == text)
        #expect(text.count <= 5)
    }

    @Test(arguments: [(0, "0:00"), (67, "1:07"), (3599, "59:59"), (7509, "2:05:09"), (1_485_000, "412h")])
    func `Time takes eight columns at the most`(seconds: Int, text: String) {
        #expect(seconds.asTime == text)
        #expect(text.count <= 8)
    }

    @Test func `Arguments are found as well, and time and threads that pass are no news`() {
        var process = Process.sample(1, "python3")
        process.arguments = "-m http.server"
        #expect(process.matches("HTTP"))
        #expect(process.matches("python3 -m"))
        var later = process
        (later.seconds, later.threads) = (9, 4)
        #expect(later.difference(from: process).isEmpty)
        #expect(later.steadied(against: process) == process)
    }

    @Test func `Users are sections by name, with counts and sums in their headers`() async throws {
        let sections = try await SectionedSnapshot.byUser([
            .sample(1, user: "root", cpu: 5), .sample(2, user: "ann", cpu: 4), .sample(3, user: "root", cpu: 3),
        ])
        #expect(sections.map(\.header.name) == ["ann", "root"])
        let root = try #require(sections.last)
        #expect(root.header == User(name: "root", count: 2, cpu: 8, memory: 20))
        #expect(root.items.map(\.id.pid) == [1, 3])
    }

    @Test func `What only wavers is steadied, and nothing else is`() {
        let old = Process.sample(1, cpu: 3, memory: 100)
        #expect(Process.sample(1, cpu: 4, memory: 109, state: "R").steadied(against: old) == old)
        for new in [
            Process.sample(1, cpu: 5, memory: 100), .sample(1, cpu: 3, memory: 90),
            .sample(1, "sh", cpu: 3, memory: 100),
            .sample(1, cpu: 3, memory: 100, state: "Z"),
        ] {
            #expect(new.steadied(against: old) == new)
        }
    }
}
