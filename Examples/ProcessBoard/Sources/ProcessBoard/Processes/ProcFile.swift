#if os(Linux)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Files of `/proc`.
enum ProcFile {
    /// The beginning of a small file, `nil` if it cannot be read.
    static func contents(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
        }
    }
}
#endif
