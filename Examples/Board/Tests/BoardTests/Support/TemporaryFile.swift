import Foundation

/// Calls a closure with the path of a file in a new folder, which is removed afterwards.
///
/// The folder is in memory where the system has such a place: SQLite waits for the disk, for half a minute beside a build
/// that fills it, and the threads that wait are those that all tests run on.
func withTemporaryFile<Result>(
    _ body: (_ path: String) async throws -> Result
) async throws -> Result {
    let memory = URL(filePath: "/dev/shm")
    let hasMemory = FileManager.default.isWritableFile(atPath: memory.path)
    let parent = hasMemory ? memory : FileManager.default.temporaryDirectory
    let folder = parent.appending(path: "board-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appending(path: "board.sqlite").path)
}
