import Foundation

/// Calls a closure with the path of a file in a new folder, which is removed afterwards.
func withTemporaryFile<Result>(
    _ body: (_ path: String) async throws -> Result
) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "board-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.appending(path: "board.sqlite").path)
}
