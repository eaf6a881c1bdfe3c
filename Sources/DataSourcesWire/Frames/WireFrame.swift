/// One message of a stream from a source to a replica.
///
/// A stream is a hello; then, unless the replica can go on from its version, a reset and the parts of a whole state;
/// then changes, and heartbeats in between; and an end. In a log, several streams follow one another. `WireFormat` in the
/// documentation is the specification.
public enum WireFrame: Hashable, Sendable {
    /// The first frame of a stream.
    case hello(WireHello)
    /// The replica cannot go on from its version; a whole state follows.
    case reset(ResetReason)
    /// A part of a whole state.
    case part(WirePart)
    /// A step from one version to a later one.
    case changes(WireChanges)
    /// Nothing has changed; carries the version that the replica should have, and the digest of that state if the stream
    /// has digests; see `WireFormat`.
    case heartbeat(version: UInt64, digest: UInt64? = nil)
    /// The shapes of objects to which the binary form of the frames that follow refers; other forms have no use for it.
    case shapes([[String]])
    /// The last frame; carries the version that the replica should have, if it has one.
    case end(EndReason, version: UInt64?)
}

/// The kind of state that a stream carries.
public enum WireKind: String, Hashable, Sendable, Codable {
    /// Items in order.
    case list
    /// Sections of items.
    case sections
}

/// The first frame of a stream.
public struct WireHello: Hashable, Sendable {
    /// The version of the format of a stream without digests.
    public static let currentFormat = 2
    /// The version of the format of a stream whose heartbeats have digests: the newest that this library reads.
    public static let formatWithDigests = 3

    /// The version of the format.
    public let format: Int
    /// The lifetime of the source, see `Version.epoch`.
    public let epoch: UInt64
    /// The kind of state.
    public let kind: WireKind
    /// The version from which the stream continues; `nil` if a whole state follows.
    public let version: UInt64?

    /// Creates a hello.
    public init(format: Int = currentFormat, epoch: UInt64, kind: WireKind, version: UInt64?) {
        (self.format, self.epoch, self.kind, self.version) = (format, epoch, kind, version)
    }
}

/// Why a whole state follows.
public enum ResetReason: String, Hashable, Sendable, Codable {
    /// The client has no state.
    case first
    /// The client's state is one of another lifetime of the source: the server was restarted.
    case foreignEpoch
    /// The history no longer has the client's version.
    case historyExceeded
    /// The client's version is newer than the source's.
    case clientAhead
    /// The step would change so much that the whole state is shorter.
    case tooManyChanges
}

/// Why a stream ends.
public enum EndReason: String, Hashable, Sendable, Codable {
    /// The source has finished.
    case finished
    /// The server shuts down; the client should connect again.
    case shutdown
    /// The state has an item or header that cannot be sent: it cannot be encoded, or is larger than a frame may be. To
    /// connect again does not help.
    case unsendable
}

/// A part of a whole state: the next items after those of the parts before.
public struct WirePart: Hashable, Sendable {
    /// Items of one section; of the only one in a list.
    public struct Group: Hashable, Sendable {
        /// The header; `nil` in a list, and if the items belong to the last section of the part before.
        public var header: WireValue?
        /// The items.
        public var items: [WireValue]

        /// Creates a group.
        public init(header: WireValue?, items: [WireValue]) {
            (self.header, self.items) = (header, items)
        }
    }

    /// The kind of state.
    public let kind: WireKind
    /// The version of the whole state.
    public let version: UInt64
    /// The number of items in the parts before.
    public let offset: Int
    /// The number of items and of sections of the whole state; in a list there are no sections.
    public let itemCount, sectionCount: Int
    /// The items.
    public let groups: [Group]
    /// Whether the state is complete after this part.
    public let isLast: Bool

    /// Creates a part.
    public init(
        kind: WireKind, version: UInt64, offset: Int, itemCount: Int, sectionCount: Int, groups: [Group], isLast: Bool
    ) {
        (self.kind, self.version, self.offset, self.isLast) = (kind, version, offset, isLast)
        (self.itemCount, self.sectionCount, self.groups) = (itemCount, sectionCount, groups)
    }
}
