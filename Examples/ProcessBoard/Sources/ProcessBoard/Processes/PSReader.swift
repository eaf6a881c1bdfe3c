#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads processes from `ps`, where there is no `/proc`.
///
/// Its CPU figure is the one of `ps`, an average that decays.
struct PSReader: ProcessReader {
    mutating func readAll() throws(ReadError) -> [Process] {
        // `exec` makes ps our own child, so that it can be told from the rest and left out: it is new at each reading.
        guard let pipe = popen("LC_ALL=C exec ps -axo \(PSLine.columns)", "r") else {
            throw ReadError(description: "ps cannot be started: \(String(cString: strerror(errno)))")
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            output += buffer[..<count]
        }
        let status = pclose(pipe)
        let own = getpid()
        let processes = output.split(separator: UInt8(ascii: "\n"))
            .compactMap { PSLine(String(decoding: $0, as: UTF8.self)) }
            .filter { $0.parent != own }
            .map(\.process)
        guard !processes.isEmpty else {
            throw ReadError(description: "ps shows no processes; it ended with status \(status)")
        }
        return processes
    }
}
