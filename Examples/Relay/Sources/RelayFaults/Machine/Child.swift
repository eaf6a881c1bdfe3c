import Foundation
import Synchronization

/// A process that this one has started, in a group of its own: Ctrl-C goes to the driver only.
final class Child: Sendable {
    private struct State {
        /// `nil` once it has ended.
        var id: pid_t?
        var isKilled = false
    }

    let name: String
    /// Guards the number, which belongs to another process some time after the end.
    private let state: Mutex<State>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - name: Names it in messages.
    ///   - command: The path of the program and its arguments.
    ///   - output: The file to which its output and its errors are appended.
    ///   - ended: Is told how it has ended, if ``kill()`` was not called before.
    /// - Throws: ``FaultsError`` if it cannot be started.
    init(
        _ name: String, _ command: [String], output: String, ended: @escaping @Sendable (_ how: String) -> Void
    ) throws {
        self.name = name
        let file = open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FaultsError("\(output) cannot be written: \(String(cString: strerror(errno)))") }
        defer { close(file) }
        let id = try spawn(command, output: file)
        state = Mutex(State(id: id))
        let thread = Thread { [self] in
            var information = siginfo_t()
            while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            var status: Int32 = 0
            let isKilled = state.withLock { state in
                status = wait(for: id)
                state.id = nil
                return state.isKilled
            }
            if isKilled { return }
            let signal = status & 0x7f
            ended(signal == 0 ? "exit code \((status >> 8) & 0xff)" : "signal \(signal)")
        }
        thread.stackSize = 128 << 10
        thread.start()
    }

    /// Sends it a signal, if it runs.
    func signal(_ number: Int32) { state.withLock { state in if let id = state.id { _ = Glibc.kill(id, number) } } }

    /// Ends it: SIGKILL.
    func kill() {
        state.withLock { state in
            state.isKilled = true
            if let id = state.id { _ = Glibc.kill(id, SIGKILL) }
        }
    }
}
