import ArgumentParser
import Counting
import Foundation

/// Counts what DataSources does, and fails when it does more than it did.
@main
struct Gates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gates",
        abstract: "Counts what DataSources does, and fails when it does more than was written down.",
        discussion: """
            Counted are differences, nodes and elements that differences look at, ids that are hashed, allocations, \
            bytes, and instructions where Valgrind is installed. None of it depends on how busy the machine is. \
            Exits with 1 if a count is worse than its threshold by more than its tolerance, or has none.
            """
    )

    @Option(help: "Only kinds and gates whose name contains this.")
    var filter: String?

    @Flag(help: "Write down the counts of this run as the thresholds.")
    var update = false

    @Option(help: "The file with the thresholds.")
    var thresholds = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "../thresholds.json"
    ).standardized.path

    @Flag(help: .hidden)
    var underValgrind = false

    func run() throws {
        if underValgrind { return try InstructionGates.runWorkloads() }
        try Self.runEqually()
        #if DEBUG
        print("This is a debug build: only its differences, visits, hashes and debug instructions mean anything.")
        #endif
        var counts = Counts()
        let families: [(kinds: [Count.Kind], count: (inout Counts) throws -> Void)] = [
            ([.differences], DifferenceGates.count),
            ([.visits], VisitGates.count),
            ([.hashes], HashGates.count),
            ([.encoded], WireGates.count),
            ([.allocations, .bytes, .held], AllocationGates.count),
            ([.instructions, .debug], InstructionGates.count),
        ]
        for family in families where family.kinds.contains(where: isCounted) { try family.count(&counts) }
        let wanted = counts.all.filter { isWhole($0.kind) || $0.name.contains(filter ?? "") }
        let skipped = counts.skipped.filter { isWhole($0.key) }
        if wanted.isEmpty, skipped.isEmpty { throw ValidationError("no gate is called \(filter ?? "")") }

        var known = try Thresholds(contentsOf: thresholds)
        let verdicts = wanted.map { Verdict(count: $0, threshold: known[$0]) }
        show(verdicts, skipped)
        if update {
            known.update(with: wanted, whole: Count.Kind.allCases.filter { isWhole($0) && counts.skipped[$0] == nil })
            try known.write(to: thresholds)
            print("\nwritten to \(thresholds)")
            return
        }
        let missing = missing(counts, known)
        for name in missing { print("  \(name): is no longer counted: run gates --update") }
        let failed = verdicts.filter { $0.outcome == .worse || $0.outcome == .new }
        let bad = failed.count + missing.count
        let better = verdicts.filter { $0.outcome == .better }.count
        print("\n\(verdicts.count) counts, \(bad) worse or new, \(better) better")
        // Again at the end: of a long log the beginning may not be kept.
        for verdict in failed { print("  \(verdict.count.kind.rawValue):\(verdict.line)") }
        if better > 0 { print("better: run gates --update, so that they stay so") }
        if bad > 0 { throw ExitCode(1) }
    }

    /// Whether all gates of this kind are wanted.
    private func isWhole(_ kind: Count.Kind) -> Bool { filter.map(kind.rawValue.contains) ?? true }

    /// Whether gates of this kind have to be counted: also when the filter names no kind, but a gate.
    private func isCounted(_ kind: Count.Kind) -> Bool {
        isWhole(kind) || !Count.Kind.allCases.contains(where: isWhole)
    }

    private func show(_ verdicts: [Verdict], _ skipped: [Count.Kind: String]) {
        for kind in Count.Kind.allCases {
            let ofKind = verdicts.filter { $0.count.kind == kind }
            if !ofKind.isEmpty { print("\n\(kind.rawValue)\n\(Verdict.header)") }
            for verdict in ofKind { print(verdict.line) }
            if let reason = skipped[kind] { print("\n\(kind.rawValue)\n  skipped: \(reason)") }
        }
    }

    private func missing(_ counts: Counts, _ known: Thresholds) -> [String] {
        Count.Kind.allCases.filter { isWhole($0) && counts.skipped[$0] == nil }.flatMap { kind in
            let names = Set(counts.all.filter { $0.kind == kind }.map(\.name))
            return known.names(kind).filter { !names.contains($0) }
        }
    }

    /// Begins anew with hashes that do not depend on a seed of this process, and with a C library that does not look for
    /// the instructions of this processor: `rep movsb`, for one, counts as an instruction for each byte.
    private static func runEqually() throws {
        let name = "SWIFT_DETERMINISTIC_HASHING"
        if ProcessInfo.processInfo.environment[name] != nil { return }
        setenv(name, "1", 1)
        setenv("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-ERMS,-FSRM", 1)
        var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        execv("/proc/self/exe", &arguments)
    }
}
