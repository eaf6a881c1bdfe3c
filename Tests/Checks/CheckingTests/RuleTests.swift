import Checking
import Testing

/// Plants what the rules of the house forbid: they must find the lines that end with `// found`, and no others.
struct RuleTests {
    /// A file for each folder that a rule is for.
    static let clean = [
        "Package.swift", "Sources/DataSources/Tree/A.swift", "Sources/DataSources/Snapshots/A.swift",
        "Sources/DataSources/Drafts/A.swift", "Sources/DataSources/Difference/A.swift",
        "Sources/DataSources/Updates/A.swift", "Sources/DataSources/Operators/A.swift",
        "Sources/DataSourcesStorage/A.swift", "Tests/DataSourcesTests/A.swift", "Examples/A.swift",
    ]

    func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    func expectFound(_ planted: String, in path: String, because reason: String) {
        let text = planted.replacing("  // found", with: "")
        let pairs = zip(lines(of: planted), lines(of: text))
        let expected = pairs.enumerated().filter { $1.0 != $1.1 }.map { "\(path):\($0 + 1):\($1.1)" }
        let found = violations(in: Self.clean + [path]) { $0 == path ? text : "" }
        #expect(found == (expected.isEmpty ? [] : [(["\(reason):"] + expected).joined(separator: "\n")]))
    }

    @Test func `clean files break no rule`() {
        #expect(violations(in: Self.clean) { _ in "let value = 1\n" } == [])
    }

    @Test func `a rule for a folder that is gone is broken`() {
        let found = violations(in: Self.clean.filter { !$0.contains("/Drafts/") }) { _ in "" }
        #expect(found.count == 1)
        #expect(found.first?.contains("is for Sources/DataSources/Drafts/, where no file is any more") == true)
    }

    @Test(arguments: ["Examples/Board/.build/a", "Tests/Package.resolved", "default.profraw"])
    func `build products are found`(path: String) {
        let found = violations(in: Self.clean + [path]) { _ in "" }
        #expect(found == ["build products must not be tracked: git rm --cached \(path)"])
    }

    @Test func `a dependency of the root package is found`() {
        let found = violations(in: Self.clean) { $0 == "Package.swift" ? ".package(url: x)" : "" }
        #expect(found == ["the root package must not depend on another package:\nPackage.swift:1:.package(url: x)"])
    }

    @Test func `concurrency in a value layer is found`() {
        expectFound(
            """
            // await
            let awaited = actors
            let value = await other  // found
            private let knownTypes = Mutex(1)
            let known = Mutex(1)  // found
            """,
            in: "Sources/DataSources/Drafts/B.swift", because: "the value layers must not know about concurrency")
    }

    @Test func `Foundation, sleep and the main actor are found in the core`() {
        expectFound(
            """
            import Foundation  // found
            try await Task.sleep(for: .seconds(1))  // found
            @MainActor func run() {}  // found
            """,
            in: "Sources/DataSources/Stores/B.swift",
            because: "the core must not import Foundation, sleep, detach tasks or name the main actor")
    }

    @Test func `unstructured tasks are found in the core, but not in the inbox`() {
        let planted = "Task {  // found\nTask(name: name) { await run() }  // found\nvar task: Task<Void, Never> {"
        let reason = "only the inbox may start an unstructured task in the core"
        expectFound(planted, in: "Sources/DataSources/Stores/B.swift", because: reason)
        expectFound(
            planted.replacing("  // found", with: ""), in: "Sources/DataSources/Stores/Inbox.swift", because: reason)
    }

    @Test func `tests that wait for real time are found`() {
        expectFound(
            "try await Task.sleep(for: .seconds(1))  // found\ntry await Task.sleep(for: .seconds(1), clock: clock)",
            in: "Tests/DataSourcesTests/B.swift", because: "tests must not wait for real time")
    }

    @Test func `unsafe code without a reason is found`() {
        expectFound(
            """
            // The memory is ours.
            let a = unsafe b
            unsafe c()

            unsafe d()  // found
            /// The memory is ours.
            nonisolated(unsafe) var e = 1  // found
            // The caller has the lock.
            final class F: @unchecked Sendable {
                unsafe g()
            }
            struct H {
                // It lives as long as the table.
                var i: Int { unsafe j }
            }
            @safe  // found
            struct K: @unchecked Sendable {}  // found
            let l = "unsafe "  // unsafe m
            """,
            in: "Sources/DataSourcesViews/B.swift",
            because:
                "unsafe code, @safe, @unchecked Sendable and nonisolated(unsafe) must have their reason in a comment above"
        )
    }

    @Test func `products whose documentation is not published are found`() {
        let texts = [
            "Package.swift": #"    .library(name: "A", targets: ["A"]),\n.library(\n  name: "B", targets: ["C"])"#
                .replacing(#"\n"#, with: "\n"),
            "ordered": "builder:\n  configs:\n    - documentation_targets:\n        - A\n        - B\n",
            "missing": "builder:\n  configs:\n    - documentation_targets:\n        - A\n",
            "swapped": "builder:\n  configs:\n    - documentation_targets:\n        - B\n        - A\n",
            "empty": "version: 1\n",
        ]
        func found(_ name: String) -> [String] {
            violations(in: Self.clean + [".spi.yml"]) { texts[$0 == ".spi.yml" ? name : $0] ?? "" }
        }
        #expect(found("ordered") == [])
        for name in ["missing", "swapped", "empty"] {
            #expect(found(name) == ["documentation_targets in .spi.yml must be the products, in their order: A, B"])
        }
    }

    @Test func `deprecations without a replacement are found`() {
        expectFound(
            """
            @available(*, deprecated, renamed: "move(id:to:)")
            func a() {}
            @available(*, deprecated, message: "call `move(id:to:)`, which returns a version")
            func b() {}
            @available(*, deprecated)  // found
            func c() {}
            @available(*, deprecated, message: "do not call it") func d(_ e: Int)  // found
            @available(*, deprecated, renamed: "")  // found
            @available(  // found
                macOS, deprecated: 16,
                message: "it (f) is slow"
            )
            @available(
                *, deprecated,
                message: "too slow (see g): use `h`"
            )
            @available(macOS 16, *)
            // @available(*, deprecated)
            let deprecated = 1
            """,
            in: "Sources/DataSourcesViews/B.swift",
            because: "what is deprecated must have `renamed:`, or a `message:` with the replacement in back quotes")
    }

    @Test func `bodies that may leave the caller's actor are found`() {
        let planted = """
                func run() async {
                    await withTaskGroup(of: Event.self) { group in  // found
                        rows.append(await group.next())
                func stop() async {
                    return await withTaskCancellationHandler {  // found
                        count += 1
                func capture(isolation: isolated (any Actor)?) async {
                    await withThrowingTaskGroup(  // found
                        of: Event.self
                    ) { [isolation] group in
                        count += 1
                    await withDiscardingTaskGroup { _ in count += 1 }  // found
                    await Name.$current.withValue(1) {  // found
                        _ = count
                @concurrent
                func work() async {
                    await withTaskGroup(of: Event.self) { group in
                        count += 1
                func stay(isolation: isolated (any Actor)?) async {
                    await withTaskGroup(of: Event.self) { group in
                        // A comment.
                        _ = isolation
                    // await withTaskGroup(of: Event.self) { group in
                    await withTaskCancellationHandler { @Sendable in
                    await Name.$current.withValue(1, operation: body)
                    Name.$current.withValue(1) {
            """
        let reason =
            "bodies of task groups and handlers must be `{ @Sendable in`, or begin with `_ = isolation`: "
            + "see Tests/Checks/Checking/SourceFile+uncheckedBodies.swift"
        expectFound(planted, in: "Sources/DataSourcesViews/B.swift", because: reason)
        expectFound(planted, in: "Examples/Board/B.swift", because: reason)
        expectFound(
            planted.replacing("  // found", with: ""), in: "Examples/Board/Tests/B.swift", because: reason)
    }
}
