import ArgumentParser
import Checking
import Foundation

/// What the scripts in `.ci` parse and compare.
@main
struct Checks: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "What the scripts in .ci parse and compare. They run it in the folder of the package.",
        subcommands: [RulesCommand.self, AffectedCommand.self, MutantsCommand.self]
    )
}

/// The lines, or the texts that end with 0, of the standard input.
private func input() -> [String] {
    String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        .split { $0 == "\n" || $0 == "\0" }.map(String.init)
}

private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Says which rules of the house are broken: git ls-files -z | checks rules")

    func run() throws {
        let found = try violations(in: input()) { FileManager.default.fileExists(atPath: $0) ? try read($0) : nil }
        if !found.isEmpty {
            FileHandle.standardError.write(Data((found.joined(separator: "\n") + "\n").utf8))
            throw ExitCode.failure
        }
    }
}

struct AffectedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "affected",
        abstract: "Says what a change can affect: `documentation`, `everything`, or names of examples.",
        discussion: "git diff --name-only COMMIT | checks affected"
    )

    func run() { print(affected(by: input()).joined(separator: " ")) }
}

struct MutantsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutants",
        abstract: "Lists mutants, each with the suite that is for it, if it has one.",
        discussion: "Without arguments, all that .ci/mutants tries. Fails if one has no patch."
    )

    @Flag(help: "Those in the files that standard input names.") var touched = false
    @Argument(help: "The names of mutants.") var names: [String] = []

    func run() throws {
        let folder = "Tests/Mutants"
        let patches = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".patch") }
        let mutants = try Mutants(
            list: read("\(folder)/Mutant.swift"), patches: patches.map { try read("\(folder)/\($0)") })
        for mutant in touched ? mutants.inFiles(input()) : try mutants.named(names) {
            print(([mutant.name] + (mutant.suite.map { [$0] } ?? [])).joined(separator: " "))
        }
    }
}
