import Foundation
import Synchronization

/// Another process of this program, which ends with this one, however that ends.
final class ChildProcess: Sendable {
    // Foundation's types are not Sendable on Linux; they are used under the mutex.
    private struct Running: @unchecked Sendable {
        let process: Process
        let input: Pipe
    }

    private let running: Mutex<Running>
    /// How a process has ended.
    enum End: Sendable, CustomStringConvertible {
        case exited(Int32)
        case killed(Int32)

        var description: String {
            switch self {
            case .exited(let code): "exit code \(code)"
            case .killed(let signal): "signal \(signal)"
            }
        }
    }

    private let ends: AsyncStream<End>

    /// Starts the program with arguments.
    ///
    /// It is given an input that ends when this process does.
    init(_ arguments: [String]) throws {
        let (process, input) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments + ["--until-input-ends"]
        process.standardInput = input
        let (ends, end) = AsyncStream.makeStream(of: End.self)
        process.terminationHandler = { process in
            let status = process.terminationStatus
            end.yield(process.terminationReason == .exit ? .exited(status) : .killed(status))
            end.finish()
        }
        // Threads of Dispatch block signals, and the child would inherit that.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        self.ends = ends
        running = Mutex(Running(process: process, input: input))
    }

    /// Its number.
    var number: Int32 { running.withLock { $0.process.processIdentifier } }

    /// Waits until it has ended, or the task is cancelled; returns how it has.
    ///
    /// Call it once.
    func end() async -> End? {
        for await end in ends { return end }
        return nil
    }

    /// Lets it end as it likes, and kills it if that takes longer than six seconds.
    func finish() async {
        running.withLock { try? $0.input.fileHandleForWriting.close() }
        let deadline = ContinuousClock.now + .seconds(6)
        // Not cancelled with the caller: nothing is left behind.
        await Task.detached {
            while self.running.withLock({ $0.process.isRunning }) {
                if ContinuousClock.now > deadline { kill(self.number, SIGKILL) }
                try? await Task.sleep(for: .milliseconds(20))
            }
        }.value
    }
}
