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
    private let encoding: @Sendable (WireFrame) throws -> [UInt8]
    private let decoding: @Sendable ([UInt8], WireLimits) throws -> WireFrame

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
        (self.name, self.contentType) = (name, contentType)
        (encoding, decoding) = (encode, decode)
    }

    /// The bytes of a frame.
    ///
    /// - Throws: ``WireError`` if the frame cannot be expressed.
    public func encode(_ frame: WireFrame) throws(WireError) -> [UInt8] {
        do {
            return try encoding(frame)
        } catch let error as WireError {
            throw error
        } catch {
            throw WireError(.unencodable, "\(name): \(error)")
        }
    }

    /// The frame in bytes.
    ///
    /// - Throws: ``WireError`` if the bytes are no frame or exceed the limits. No bytes trap.
    /// - Complexity: O(*bytes*), in time and memory: about 150 bytes of memory at most for each byte.
    public func decode(_ bytes: [UInt8], limits: WireLimits = WireLimits()) throws(WireError) -> WireFrame {
        guard bytes.count <= limits.bytes else {
            throw WireError(.tooLarge, "a frame of \(bytes.count) bytes exceeds \(limits.bytes)")
        }
        do {
            return try decoding(bytes, limits)
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

    /// A compact form of variable-length integers, with each name of a field once for each frame.
    public static let binary = FrameFormat(
        name: "binary", contentType: "application/octet-stream",
        encode: { BinaryWriter.bytes(of: $0) },
        decode: { bytes, limits in try BinaryReader.frame(of: bytes, limits) })
}
