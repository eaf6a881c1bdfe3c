import DataSources
import DataSourcesWire
import DataSourcesWireTesting
import Foundation
import Testing

@testable import BoardKit
@testable import Relay

@Suite(.timeLimit(.minutes(2))) struct PublishedViewTests {
    private typealias Board = SectionedSnapshot<Column, Card>

    @Test func `A writer that takes over goes on with a step, and without one if nothing has changed`() async throws {
        try await withFolder { folder in
            let log = MemoryFrameLog()
            var settings = LogSettings()
            settings.interval = .milliseconds(100)
            let path = folder.appending(path: "board.sqlite").path
            var positions: [FeedPosition] = []
            for round in 0..<3 {
                let database = try await BoardDatabase(path: path)
                let writer = LogWriter(of: log, as: "\(round)", settings: settings)
                try await writer.takeOver()
                let restored = try await writer.restored("board", as: Board.self)
                #expect((restored == nil) == (round == 0))
                if round == 1 {
                    // Another program, while nobody writes.
                    try await database.apply(.rename(.init(id: "welcome-todo-1", title: "First")), key: "k")
                }
                let view = PublishedView(database.source, as: "board", restored: restored)
                let position = await view.publishNewest()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await writer.run() }
                    group.addTask { try await writer.publish(view, as: "board") }
                    group.addTask { try await writer.reader.reached(position, of: "board") }
                    // The last one returns; the others end with it.
                    try await group.next()
                    group.cancelAll()
                }
                positions.append(position)
                #expect(
                    try await writer.restored("board", as: Board.self)?.snapshot == (await database.source.snapshot))
                try await database.close()
            }
            #expect(positions[0].epoch == positions[1].epoch)
            #expect(positions[1].number > positions[0].number)
        }
    }
}
