import Foundation
import Fuzzing

/// Writes the first inputs of each target: `swift run --package-path Tests SeedCorpus Tests/Fuzzing/Corpus`.
@main
enum SeedCorpus {
    static func main() throws {
        guard let root = CommandLine.arguments.dropFirst().first, CommandLine.arguments.count == 2 else {
            print("usage: SeedCorpus FOLDER\nwrites FOLDER/<target>/<seed>")
            exit(64)
        }
        for target in allTargets {
            let folder = URL(fileURLWithPath: root).appendingPathComponent(target.name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, bytes) in target.seeds {
                try Data(bytes).write(to: folder.appendingPathComponent(name))
            }
            print("\(target.name): \(target.seeds.count) seeds")
        }
    }
}
