import Checking
import Testing

struct BreakTests {
    static let commit = String(repeating: "0123456789", count: 4)

    func breaks(_ entries: String) throws -> Breaks {
        try Breaks(
            notes: """
                # What is new

                - `func a() has been removed`: of no commit, so it does not count

                ## Next version

                Breaks since `\(Self.commit)`:

                \(entries)

                ## 0.1.0

                - `func z() has been removed`: call `y()` instead
                """)
    }

    @Test func `the notes name the commit to compare with`() throws {
        #expect(try breaks("").commit == Self.commit)
        #expect(throws: Wrong.self) { try Breaks(notes: "## Next\n\nBreaks since `0123456`:") }
    }

    @Test func `a report without breaks agrees with notes without breaks`() throws {
        #expect(try breaks("None.").faults(in: "warning: something else") == [])
    }

    @Test func `a break that is listed with a way to migrate is none`() throws {
        let notes = try breaks(
            """
            - `func A.b() has been removed`: call `c()`.
            - `var d has been removed`:
              read `e`, which is the same.
            """)
        let report = """
            x: error: API breakage: var d has been removed
            API breakage: func A.b() has been removed [#api-digester-breaking-change]
                public func
            """
        #expect(notes.faults(in: report) == [])
    }

    @Test func `breaks and entries without each other are found`() throws {
        let notes = try breaks("- `func A.b() has been removed`: call `c()`.\n- `var d has been removed`")
        #expect(
            notes.faults(in: "API breakage: var d has been removed\nAPI breakage: func z() has been removed") == [
                "the notes do not list this break: func z() has been removed",
                "the notes list a break that is none: func A.b() has been removed",
                "the notes do not say how to migrate: var d has been removed",
            ])
    }
}
