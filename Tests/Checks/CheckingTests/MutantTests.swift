import Checking
import Testing

struct MutantTests {
    static let list = """
        // Law 1
        case forgets, loses
        case waits  // TimerInterleavings
        case lives  // survives the suites
        case .some(let x): return
        """
    static let patch = """
        +++ b/Sources/A.swift
        +        if Mutant.isActive(.forgets) || Mutant.isActive(.lives) { return }
        -        Mutant.isActive(.loses)
        """
    static let other = "+++ b/Sources/B.swift\n+ if Mutant.isActive(.loses), Mutant.isActive(.waits) {"

    func names(_ mutants: [Mutants.Mutant]) -> String {
        mutants.map { [$0.name, $0.suite].compactMap(\.self).joined(separator: ":") }.joined(separator: " ")
    }

    @Test func `mutants with another comment than a suite are tried only by name`() throws {
        let mutants = try Mutants(list: Self.list, patches: [Self.patch, Self.other])
        #expect(names(try mutants.named([])) == "forgets loses waits:TimerInterleavings")
        #expect(names(try mutants.named(["lives"])) == "lives")
        #expect(throws: Wrong.self) { try mutants.named(["loses", "unknown"]) }
    }

    @Test func `a change of a file chooses the mutants whose patches are for it`() throws {
        let mutants = try Mutants(list: Self.list, patches: [Self.patch, Self.other])
        #expect(names(mutants.inFiles(["Sources/A.swift", "README.md"])) == "forgets")
        #expect(names(mutants.inFiles(["Sources/B.swift"])) == "loses waits:TimerInterleavings")
        #expect(names(mutants.inFiles([])) == "")
    }

    @Test func `a mutant without a patch is named`() {
        #expect { try Mutants(list: Self.list, patches: [Self.patch]) } throws: {
            "\($0)" == "no patch in Tests/Mutants has what Mutant.swift lists: loses, waits"
        }
    }
}
