/// How frames become bytes and bytes become frames.
///
/// ``json`` is for browsers, ``binary`` for other processes. Any other format is made of an encoder and a decoder:
///
/// ```swift
/// let format = FrameFormat(
///     name: "plist", contentType: "application/x-plist",
///     encode: { try Array(PropertyListEncoder().encode($0)) },
///     decode: { bytes, _ in try PropertyListDecoder().decode(WireFrame.self, from: Data(bytes)) })
/// ```
public struct FrameFormat: Sendable {
    /// The name; the frames of a step are encoded once for each name.
    public let name: String
    /// The media type.
    public let contentType: String
    /// Whether frames refer to shapes that both ends of a stream know.
    let usesShapes: Bool
    /// Returns the bytes, and the shapes of items that were used.
    private let encoding: @Sendable (WireFrame, FrameShapes) throws -> (bytes: [UInt8], shapes: [[String]])
    private let decoding: @Sendable ([UInt8], WireLimits, FrameShapes) throws -> WireFrame

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: A name that no other format of the same feed has.
    ///   - contentType: The media type.
    ///   - encode: Turns a frame into bytes.
    ///   - decode: Turns bytes into a frame. It must check `limits` before it allocates memory.
    public init(
        name: String, contentType: String,
        encode: @escaping @Sendable (_ frame: WireFrame) throws -> [UInt8],
        decode: @escaping @Sendable (_ bytes: [UInt8], _ limits: WireLimits) throws -> WireFrame
    ) {
        (self.name, self.contentType, usesShapes) = (name, contentType, false)
        encoding = { frame, _ in (try encode(frame), []) }
        decoding = { bytes, limits, _ in try decode(bytes, limits) }
    }

    private init(
        shaped name: String, contentType: String,
        encode: @escaping @Sendable (_ frame: WireFrame, _ shapes: FrameShapes) -> (bytes: [UInt8], shapes: [[String]]),
        decode: @escaping @Sendable (_ bytes: [UInt8], _ limits: WireLimits, _ shapes: FrameShapes) throws -> WireFrame
    ) {
        (self.name, self.contentType, usesShapes) = (name, contentType, true)
        (encoding, decoding) = (encode, decode)
    }

    /// The bytes of a frame that can be read by itself.
    ///
    /// - Throws: ``WireError`` if the frame cannot be expressed.
    public func encode(_ frame: WireFrame) throws(WireError) -> [UInt8] {
        try encode(frame, shapes: FrameShapes()).bytes
    }

    /// The bytes of a frame in a stream whose ends know some shapes; and the shapes of items in the frame.
    func encode(
        _ frame: WireFrame, shapes: FrameShapes
    ) throws(WireError) -> (bytes: [UInt8], shapes: [[String]]) {
        do {
            return try encoding(frame, shapes)
        } catch let error as WireError {
            throw error
        } catch {
            throw WireError(.unencodable, "\(name): \(error)")
        }
    }

    /// The frame in bytes that can be read by themselves; for the frames of a ``Feed``, see ``FrameDecoder``.
    ///
    /// - Throws: ``WireError`` if the bytes are no frame or exceed the limits. No bytes trap.
    /// - Complexity: O(*bytes*), in time and memory: about 150 bytes of memory at most for each byte.
    public func decode(_ bytes: [UInt8], limits: WireLimits = WireLimits()) throws(WireError) -> WireFrame {
        try decode(bytes, limits: limits, shapes: FrameShapes())
    }

    /// The frame in bytes of a stream whose ends know some shapes.
    func decode(_ bytes: [UInt8], limits: WireLimits, shapes: FrameShapes) throws(WireError) -> WireFrame {
        guard bytes.count <= limits.bytes else {
            throw WireError(.tooLarge, "a frame of \(bytes.count) bytes exceeds \(limits.bytes)")
        }
        do {
            return try decoding(bytes, limits, shapes)
        } catch let error as WireError {
            throw error
        } catch {
            throw WireError(.malformed, "\(name): \(error)")
        }
    }

    /// JSON with short names, one object for each frame, without spaces and line ends.
    public static let json = FrameFormat(
        name: "json", contentType: "application/json",
        encode: { frame in
            var writer = JSONWriter()
            writer.write(frame.value)
            return writer.bytes
        },
        decode: { bytes, limits in
            try WireFrame(JSONReader.value(of: bytes, depth: limits.depth), limits: limits)
        })

    /// A compact form of variable-length integers, with the names of an item's fields once for each stream.
    public static let binary = FrameFormat(
        shaped: "binary", contentType: "application/octet-stream",
        encode: { BinaryWriter.bytes(of: $0, $1) },
        decode: { bytes, limits, shapes in try BinaryReader.frame(of: bytes, limits, shapes) })
}

extension FrameFormat: CustomStringConvertible {
    /// The name and the media type.
    public var description: String { "\(name) (\(contentType))" }
}
