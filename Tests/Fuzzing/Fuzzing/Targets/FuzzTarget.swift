import Foundation

/// What is fuzzed: a function of some bytes that must never trap, and that says when a law is broken.
package protocol FuzzTarget {
    /// The name of the program and of its folder in the corpus.
    static var name: String { get }

    /// Inputs to begin with, by the name of their file.
    static var seeds: [String: [UInt8]] { get }

    /// Runs one input.
    ///
    /// - Throws: ``Fault`` when a law is broken.
    static func run(_ bytes: [UInt8]) throws(Fault)
}

/// A law that does not hold, in words.
package struct Fault: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What the programs print with `--say`, before it happens, so that it is known also of an input that traps.
func say(_ text: @autoclosure () -> String) {
    guard CommandLine.arguments.contains(sayOption) else { return }
    FileHandle.standardError.write(Data((text() + "\n").utf8))
}

private let sayOption = "--say"

extension FuzzTarget {
    /// What the C function that libFuzzer calls does: runs an input, and traps when a law is broken.
    package static func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        do {
            try run(bytes)
        } catch {
            fatalError("\(name): \(error)")
        }
        return 0
    }

    /// Runs the files given, and the files of the folders given.
    package static func replay(_ paths: some Sequence<String>) {
        var count = 0
        for path in paths where path != sayOption {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                fatalError("\(name): there is no file \(path)")
            }
            let names = isFolder.boolValue ? (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] : [""]
            for file in names.sorted().map({ $0.isEmpty ? path : "\(path)/\($0)" }) {
                guard let data = FileManager.default.contents(atPath: file) else { continue }
                do {
                    try run([UInt8](data))
                } catch {
                    fatalError("\(name): \(file): \(error)")
                }
                count += 1
            }
        }
        print("\(name): \(count) inputs, no findings")
    }
}

/// All there are.
package var allTargets: [any FuzzTarget.Type] {
    [
        JSONTarget.self, DecoderTarget.self, DifferenceTarget.self, DraftTarget.self, OperatorTarget.self,
        WireTarget.self,
    ]
}
