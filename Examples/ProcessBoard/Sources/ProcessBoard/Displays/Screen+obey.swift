import Console
import DataSources

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
            case .key(let key) where board.isTyping: try type(key)
            case .key("q"), .key("Q"): return 0
            case .key(let key): try press(key)
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

    private func press(_ key: Character) throws(OutputError) {
        switch key {
        case "1"..."4": board.view = Options.View.allCases[key.wholeNumberValue! - 1]
        case "/": board.isTyping = true
        case "\u{1B}": look(for: "")
        default:
            guard let order = Order.allCases.first(where: { $0.key == key }) else { return }
            board.order = order
            wishes.order.set(order)
        }
        try draw()
    }

    /// Takes a key that belongs to the filter, which follows at once.
    private func type(_ key: Character) throws(OutputError) {
        switch key {
        case _ where key.isNewline: board.isTyping = false
        case "\u{1B}":
            board.isTyping = false
            look(for: "")
        case "\u{7F}", "\u{8}": look(for: String(board.filter.dropLast()))
        case _ where key.isControl: return
        default: look(for: board.filter + String(key))
        }
        try draw()
    }

    private func look(for text: String) {
        board.filter = text
        wishes.filter.set(text)
    }
}
