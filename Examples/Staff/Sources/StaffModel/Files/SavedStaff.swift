import DataSources
import DataSourcesWire
import Foundation

/// The last confirmed state of the list, in a file.
///
/// The file has the frames of a connection that would bring the whole state. A replica that follows them is where it was, at
/// the same position, and the server sends it the difference.
struct SavedStaff: Sendable {
    private let file: CheckedFile

    init(url: URL) {
        file = CheckedFile(url: url)
    }

    /// Replaces the file by a state; states without a version of a source have no place there.
    ///
    /// - Throws: Any error of the file system; `WireError` if a person cannot be encoded.
    func save(_ staff: StaffSnapshot) throws {
        guard let version = staff.version else { return }
        try save(staff, at: FeedPosition(version))
    }

    /// Replaces the file by a state of the server.
    ///
    /// - Throws: As ``save(_:)``.
    func save(_ staff: StaffSnapshot, at position: FeedPosition) throws {
        try file.write(staff.frames(at: position).map { frame in try FrameFormat.json.encode(frame) })
    }

    /// Shows the state of the file in an empty replica; returns whether there was a file.
    ///
    /// - Throws: ``SavedFileError`` or `WireError` if the file cannot be used: then the replica is empty. Any error of the
    ///   file system.
    func restore(_ replica: Replica<StaffSnapshot>) async throws -> Bool {
        guard let lines = try file.read() else { return false }
        let (stream, input) = AsyncStream.makeStream(of: [UInt8].self)
        for line in lines { input.yield(line) }
        input.finish()
        let reason = try await replica.follow(stream, as: .json)
        guard reason == .shutdown else { throw SavedFileError.damaged }
        // The end of the file is no lost connection.
        replica.status.set(.loading(nil))
        return true
    }
}

extension Replica {
    /// The last state of the source and its position; `nil` before the first one.
    func saved() -> (state: Snapshot, position: FeedPosition)? {
        position.map { (confirmed, $0) }
    }
}

extension WireSnapshot {
    /// The frames of a connection that brings this state and ends.
    fileprivate func frames(at position: FeedPosition) throws(WireError) -> [WireFrame] {
        var frames: [WireFrame] = [
            .hello(WireHello(epoch: position.epoch, kind: Self.wireKind, version: nil)), .reset(.first),
        ]
        var cursor = WireCursor(), isLast = false
        while !isLast {
            let offset = cursor.offset
            let groups = try wireGroups(from: &cursor, limit: 1_000)
            isLast = cursor.section >= wireSectionCount
            frames.append(
                .part(
                    WirePart(
                        kind: Self.wireKind, version: position.number, offset: offset, itemCount: itemCount,
                        sectionCount: wireSectionCount, groups: groups, isLast: isLast)))
        }
        return frames + [.end(.shutdown, version: position.number)]
    }
}
