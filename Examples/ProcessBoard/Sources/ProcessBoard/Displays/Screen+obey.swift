#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Screen {
    /// Does what the user asks for until the user wants to leave.
    ///
    /// - Returns: The exit code: 0 for `q`, and the shell's usual 128 and the number for a signal.
    func obey(_ events: AsyncStream<Event>) async throws -> Int32 {
        for await event in events {
            switch event {
            case .key("q"), .key("Q"): return 0
            case .key("1"): try select(.table)
            case .key("2"): try select(.users)
            case .key("3"): try select(.log)
            case .key("4"): try select(.all)
            case .key: break
            case .resized: try redraw()
            case .suspended:
                close()
                kill(getpid(), SIGSTOP)
            case .resumed:
                close()
                try open()
            case .interrupted(let signal): return 128 + signal
            }
        }
        return 0
    }
}
