import DataSourcesWire
import StaffModel
import Synchronization

/// A server whose frames are counted, and whose answers can get lost.
final class Line: StaffServer {
    private struct State {
        var wholeStates = 0
        var answersToLose = 0
        var commands: [String] = []
    }

    private let server: LocalServer
    private let state = Mutex(State())

    init(to server: LocalServer) {
        self.server = server
    }

    /// How often the server has sent a whole state.
    var wholeStates: Int { state.withLock { $0.wholeStates } }

    /// The keys of the commands that have arrived, in their order.
    var commands: [String] { state.withLock { $0.commands } }

    /// The next answer is lost.
    func loseAnswer() { state.withLock { $0.answersToLose += 1 } }

    func frames(since position: FeedPosition?) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        let frames = try await server.frames(since: position)
        let iterator = Iterator(frames)
        return AsyncThrowingStream { [self] in
            guard let bytes = try await iterator.next() else { return nil }
            if case .reset = try? FrameFormat.binary.decode(bytes) { state.withLock { $0.wholeStates += 1 } }
            return bytes
        }
    }

    func perform(_ command: CommandEnvelope) async throws -> CommandReply {
        let reply = try await server.perform(command)
        let isLost = state.withLock { state in
            state.commands.append(command.key)
            guard state.answersToLose > 0 else { return false }
            state.answersToLose -= 1
            return true
        }
        if isLost { throw Unreachable() }
        return reply
    }

    private actor Iterator {
        private let frames: AsyncThrowingStream<[UInt8], any Error>

        init(_ frames: AsyncThrowingStream<[UInt8], any Error>) {
            self.frames = frames
        }

        func next() async throws -> [UInt8]? {
            for try await bytes in frames { return bytes }
            return nil
        }
    }
}
