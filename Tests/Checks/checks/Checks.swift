import ArgumentParser
import Checking
import Foundation

/// What the scripts in `.ci` parse and compare.
@main
struct Checks: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "What the scripts in .ci parse and compare. They run it in the folder of the package.",
        subcommands: [
            RulesCommand.self, AffectedCommand.self, MutantsCommand.self, AddressesCommand.self, SiteCommand.self,
            PublicAPICommand.self, BreaksCommand.self,
        ]
    )
}

/// The lines, or the texts that end with 0, of the standard input.
private func input() -> [String] {
    String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        .split { $0 == "\n" || $0 == "\0" }.map(String.init)
}

private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

private func readIfThere(_ path: String) throws -> String? {
    FileManager.default.fileExists(atPath: path) ? try read(path) : nil
}

/// Ends the program with 1 if there are faults, and prints them.
private func refuse(_ faults: [String]) throws {
    guard !faults.isEmpty else { return }
    FileHandle.standardError.write(Data((faults.joined(separator: "\n") + "\n").utf8))
    throw ExitCode.failure
}

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Says which rules of the house are broken: git ls-files -z | checks rules")

    func run() throws { try refuse(violations(in: input(), read: readIfThere)) }
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

struct AddressesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "addresses",
        abstract: "Lists the addresses of other sites that Markdown files name, each with its place.",
        discussion: "git ls-files -z | checks addresses"
    )

    func run() throws { try addresses(in: input(), read: readIfThere).forEach { print($0) } }
}

struct SiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site", abstract: "Says which links of a site that docc has rendered lead nowhere.")

    @Option(help: "The path that the site is below, such as /DataSources.") var basePath = ""
    @Argument(help: "The folder of the site.") var folder: String

    func run() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        let site = Site(files: files, below: basePath) { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }
        try refuse(site.brokenLinks())
        print("\(site.pageCount) pages: every link leads somewhere")
    }
}

struct PublicAPICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "public-api",
        abstract: "Writes what swift-api-digester has dumped, without what is only for the package.",
        discussion: "swift-api-digester -dump-sdk -module NAME -o DUMP …; checks public-api NAME DUMP GRAPHS > FILE"
    )

    @Argument(help: "The name of the module.") var module: String
    @Argument(help: "The dump.") var dump: String
    @Argument(help: "The folder with the module's symbol graphs, of public symbols only.") var graphs: String

    func run() throws {
        let graphs = try FileManager.default.contentsOfDirectory(atPath: graphs).filter { $0.hasSuffix(".json") }
            .map { try Data(contentsOf: URL(filePath: "\(self.graphs)/\($0)")) }
        let api = try PublicAPI(of: module, dump: Data(contentsOf: URL(filePath: dump)), graphs: graphs)
        try FileHandle.standardOutput.write(contentsOf: api.filtered())
    }
}

struct BreaksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breaks",
        abstract: "Says which breaks of the public API the release notes do not list, or list although there are none.",
        discussion: "swift-api-digester -diagnose-sdk -compiler-style-diags … 2>&1 | checks breaks NOTES"
    )

    @Flag(help: "Print the commit that the notes compare with, and read no standard input.") var commit = false
    @Argument(help: "The file with the notes.") var notes: String

    func run() throws {
        let breaks = try Breaks(notes: read(notes))
        if commit { return print(breaks.commit) }
        try refuse(breaks.faults(in: input().joined(separator: "\n")))
    }
}
