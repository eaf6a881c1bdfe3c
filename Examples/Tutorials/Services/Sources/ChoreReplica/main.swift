import DataSources
import DataSourcesWire
import Foundation
import NIOCore
import NIOPosix

struct Chore: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    var title: String
}

typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

let socket = FileManager.default.temporaryDirectory.appending(path: "chores.socket").path

// MARK: The process with the source

func serve() async throws {
    let chores = try ListSource([Chore(id: 1, title: "Water the plants")])
    let feed = Feed(of: chores)
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .bind(unixDomainSocketPath: socket, cleanupExistingSocketFile: true) { channel in
            channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
        }
    print("Type chores, one a line.")
    try await server.executeThenClose { clients in
        try await withThrowingDiscardingTaskGroup { @Sendable group in
            group.addTask { await feed.run() }
            group.addTask {
                for await title in typedLines() {
                    try await chores.append(Chore(id: chores.snapshot.count + 1, title: title))
                }
                await chores.finish()
                try await server.channel.close()
            }
            for try await client in clients {
                group.addTask { try? await send(feed, to: client) }
            }
        }
    }
}

func send(_ feed: Feed<ListSource<Chore>>, to client: Connection) async throws {
    try await client.executeThenClose { reads, writes in
        let messages = reads.map(\.readableBytesView).lengthPrefixedFrames(limits: WireLimits(bytes: 64))
        let first = try await messages.first { _ in true }
        let position = first.flatMap { FeedPosition(String(decoding: $0, as: UTF8.self)) }
        for try await frame in feed.frames(since: position, as: .binary, framing: .lengthPrefixed) {
            try await writes.write(ByteBuffer(bytes: frame.bytes))
        }
    }
}

// MARK: The process with the replica

func follow() async throws {
    let replica = Replica<ListSnapshot<Chore>>()
    let printing = Task {
        for await update in replica.subscribe() { print(update.after.map(\.title)) }
    }
    var isFinished = false
    while !isFinished {
        do {
            isFinished = try await receive(replica)
        } catch {
            print("offline, with \(replica.snapshot.count) chores")
            try await Task.sleep(for: .seconds(1))
        }
    }
    await printing.value
    print("The source has finished.")
}

func receive(_ replica: Replica<ListSnapshot<Chore>>) async throws -> Bool {
    let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(unixDomainSocketPath: socket) { channel in
            channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
        }
    return try await connection.executeThenClose { reads, writes in
        let position = await replica.position?.description ?? ""
        try await writes.write(ByteBuffer(bytes: Framing.lengthPrefixed.framed(Array(position.utf8))))
        let frames = reads.map(\.readableBytesView).lengthPrefixedFrames()
        return try await replica.follow(frames, as: .binary) == .finished
    }
}

// MARK: The command line

/// The lines that are typed, until Ctrl-D.
func typedLines() -> AsyncStream<String> {
    AsyncStream { lines in
        Thread.detachNewThread {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
        }
    }
}

switch CommandLine.arguments.dropFirst().first {
case "serve": try await serve()
case "follow": try await follow()
default: print("usage: ChoreReplica serve | ChoreReplica follow")
}
