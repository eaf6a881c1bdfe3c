import Foundation
import Synchronization

/// The file in which a process writes what it sees and does.
///
/// Each event is written before the next thing is done: what a process did that was killed is in its history.
final class History: Sendable {
    /// Guards the file, so that lines do not mix.
    private let file: Mutex<Int32>

    /// Opens a file, and goes on behind what is there.
    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw FaultsError("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        file = Mutex(descriptor)
        // A process that was killed may have left half of a line.
        file.withLock { _ = write($0, "\n", 1) }
    }

    deinit { file.withLock { _ = close($0) } }

    func add(_ who: String, _ kind: Event.Kind) {
        let bytes = Array("\(Event(time: Self.now, who: who, kind: kind).line)\n".utf8)
        // What cannot be written is missing in the check, which then fails.
        file.withLock { file in _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } }
    }

    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Reads what was added to a history since it was read last.
struct HistoryReader {
    let path: String
    private var offset: UInt64 = 0
    private var rest: [UInt8] = []

    init(_ path: String) { self.path = path }

    mutating func read() -> [Event] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.readToEnd(), !data.isEmpty else {
            return []
        }
        offset += UInt64(data.count)
        rest += data
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let events = rest[..<end].split(separator: UInt8(ascii: "\n")).compactMap {
            Event(line: String(decoding: $0, as: UTF8.self))
        }
        rest.removeSubrange(...end)
        return events
    }
}

/// Why the program cannot go on.
struct FaultsError: Error, CustomStringConvertible {
    /// What is wrong, where, and what to do.
    let description: String

    init(_ description: String) { self.description = description }
}
