import DataSources
import Testing

@testable import BoardKit

@Suite struct BoardCommandTests {
    @Test(arguments: [
        BoardCommand.add(.init(id: "a", column: "todo", title: "é \u{1F600} \"", by: "Ann", before: "b")),
        .add(.init(id: "a", column: "todo", title: "A")),
        .add(.init(id: "a", column: "todo", title: "A", label: .blue)),
        .rename(.init(id: "a", title: "cafe\u{301}")),
        .move(.init(id: "a", column: "done", before: "b")),
        .move(.init(id: "a", column: "done")),
        .delete(.init(id: "a")),
        .restore(.init(id: "a")),
        .label(.init(id: "a", label: .purple, on: true)),
        .label(.init(id: "a", label: .purple, on: false)),
        .due(.init(id: "a", due: try! Day("2026-11-03"))),
        .due(.init(id: "a")),
    ])
    func `A command that is passed on to another process is read there as it was`(_ command: BoardCommand) throws {
        let (key, read) = try BoardCommand.read(command.body(key: "k-1"))
        #expect((key, read) == ("k-1", command))
        #expect(try read.digest == command.digest)
    }
}
