import Counting
import DataSources
import Foundation

/// Instructions of one operation, which Valgrind's Callgrind counts: this program runs itself under it.
enum InstructionGates {
    static func count(into counts: inout Counts) throws {
        #if DATASOURCES_COUNTERS
        for kind in [Count.Kind.instructions, .debug] {
            counts.skip(kind, because: "counting what differences look at takes instructions of its own")
        }
        return
        #else
        #if DEBUG
        let kind = Count.Kind.debug
        counts.skip(.instructions, because: "this is a debug build")
        #else
        let kind = Count.Kind.instructions
        counts.skip(.debug, because: "this is no debug build")
        #endif
        guard let valgrind = Self.valgrind, knows_valgrind() else {
            counts.skip(kind, because: "Valgrind and its header callgrind.h are not installed")
            return
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "gates-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: valgrind)
        process.arguments = [
            "--tool=callgrind", "--collect-atstart=no", "--callgrind-out-file=\(folder.path)/counts", "-q",
            "/proc/\(getpid())/exe", "--under-valgrind",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            counts.skip(kind, because: "Valgrind failed with \(process.terminationStatus)")
            return
        }
        for (number, line) in String(decoding: output, as: UTF8.self).split(separator: "\n").enumerated() {
            let parts = line.split(separator: "\t")
            guard parts.count == 2, let operations = Double(parts[0]) else { continue }
            let instructions = try total(ofDump: "\(folder.path)/counts.\(number + 1)")
            counts.add(kind, String(parts[1]), instructions / operations)
        }
        #endif
    }

    /// What runs under Valgrind: prints a line for each operation, and has Callgrind write down what it counted.
    static func runWorkloads() throws {
        func report(_ name: String, _ meter: Meter) {
            instructions_write(name)
            print("\(meter.operations)\t\(name)")
        }
        #if DEBUG
        return DebugOperations.run(report)
        #else
        Operations.run(report)
        func compare<Item>(_ name: String, _ states: (before: ListSnapshot<Item>, after: ListSnapshot<Item>)) {
            var meter = Meter()
            meter.measure { consume(states.after.changes(from: states.before)) }
            report(name, meter)
        }
        compare("W1: blocks of 5000, UUID", Workloads.blocks(5_000, block: 1_000, shuffled: 200) { $0.token() })
        compare("W1: blocks of 100000, UUID", Workloads.blocks(100_000, block: 10_000, shuffled: 2_000) { $0.token() })
        compare("W4: shuffle 10000, UUID", Workloads.shuffled(10_000))
        compare("W4: shuffle 10000, String", Workloads.texts(10_000, in: .shuffled))
        compare("W4: reverse 10000, String", Workloads.texts(10_000, in: .reversed))
        compare("W4: shuffle 10000, String, not shared", Workloads.texts(10_000, areShared: false, in: .shuffled))
        compare("W7: exchange all of 10000, UUID", Workloads.exchanged(10_000))
        compare("100 edits of 100000", Workloads.scattered(100, in: 100_000))
        compare("replace all of 100000, 1 % changed", Workloads.replaced(100_000))
        func replaceAll<Item: Equatable>(
            _ name: String, _ states: (before: ListSnapshot<Item>, after: ListSnapshot<Item>)
        ) {
            var meter = Meter()
            var draft = (try? ListDraft(states.before)) ?? ListDraft()
            meter.measure { try? draft.replaceAll(with: states.after) }
            precondition(draft.snapshot == states.after, "another order came in")
            report(name, meter)
        }
        let states = Workloads.shuffled(10_000)
        replaceAll("replace all of 10000, shuffled, UUID: commit", states)
        replaceAll("replace all of 10000, shuffled, String: commit", Workloads.texts(10_000, in: .shuffled))
        replaceAll("replace all of 10000, reversed, String: commit", Workloads.texts(10_000, in: .reversed))
        var meter = Meter()
        let items = Array(states.before)
        meter.measure { consume(try? ListSnapshot(items)) }
        report("load 10000, UUID: snapshot", meter)
        #endif
    }

    private static var valgrind: String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/valgrind" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// The instructions in one file of Callgrind's.
    private static func total(ofDump path: String) throws -> Double {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix("totals:") || line.hasPrefix("summary:") {
            if let count = line.split(separator: " ").last.flatMap({ Double($0) }) { return count }
        }
        throw CocoaError(.fileReadCorruptFile)
    }
}
