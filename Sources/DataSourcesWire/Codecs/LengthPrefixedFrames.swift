extension AsyncSequence where Element: Sequence<UInt8> {
    /// The frames in a stream of bytes in which each frame is behind its length: ``Framing/lengthPrefixed``.
    ///
    /// Chunks can be of any size and cut anywhere, as a socket gives them:
    ///
    /// ```swift
    /// try await replica.run(as: .binary) { position in
    ///     try await connect(at: position).lengthPrefixedFrames()
    /// }
    /// ```
    ///
    /// - Parameter limits: What is accepted; only ``WireLimits/bytes`` matters. Give those of the ``Replica``.
    /// - Returns: A sequence of whole frames, without their lengths.
    public func lengthPrefixedFrames(limits: WireLimits = WireLimits()) -> LengthPrefixedFrames<Self> {
        LengthPrefixedFrames(base: self, limits: limits)
    }
}

extension AsyncSequence where Element == UInt8 {
    /// The frames in a stream of single bytes in which each frame is behind its length: ``Framing/lengthPrefixed``.
    ///
    /// Each byte costs a call; prefer chunks if your transport has them.
    ///
    /// - Parameter limits: What is accepted; only ``WireLimits/bytes`` matters. Give those of the ``Replica``.
    /// - Returns: A sequence of whole frames, without their lengths.
    public func lengthPrefixedFrames(
        limits: WireLimits = WireLimits()
    ) -> LengthPrefixedFrames<AsyncMapSequence<Self, CollectionOfOne<UInt8>>> {
        map { CollectionOfOne($0) }.lengthPrefixedFrames(limits: limits)
    }
}

/// The frames in a stream of bytes in which each frame is behind its length: `lengthPrefixedFrames(limits:)` of an
/// asynchronous sequence of bytes or of chunks makes it.
public struct LengthPrefixedFrames<Base: AsyncSequence>: AsyncSequence where Base.Element: Sequence<UInt8> {
    /// A whole frame, without its length.
    public typealias Element = [UInt8]
    /// A ``WireError``, or what the stream of bytes throws.
    public typealias Failure = any Error

    let base: Base
    let limits: WireLimits

    /// Begins to read the stream of bytes.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), decoder: LengthPrefixedDecoder(limits: limits))
    }

    /// One stream of frames.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// `nil` after the end, so that the connection is let go.
        var base: Base.AsyncIterator?
        var decoder: LengthPrefixedDecoder

        /// Waits for the next frame.
        ///
        /// It reads a chunk only when no whole frame is left of those before. `nil` after the last frame, and when a
        /// cancelled task makes the stream of bytes end, whether within a frame or not.
        ///
        /// - Throws: ``WireError`` once, after the frames before: as ``LengthPrefixedDecoder/next()``, and `disconnected`
        ///   if the stream ends within a frame. What the stream of bytes throws.
        public mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next frame; see ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            do {
                while base != nil {
                    if let frame = try decoder.next() { return frame }
                    if let bytes = try await base?.next(isolation: actor) {
                        decoder.append(bytes)
                    } else {
                        base = nil
                        if !Task.isCancelled { try decoder.finish() }
                    }
                }
                return nil
            } catch {
                base = nil
                throw error
            }
        }
    }
}

extension LengthPrefixedFrames: Sendable where Base: Sendable {}
extension LengthPrefixedFrames.AsyncIterator: Sendable where Base.AsyncIterator: Sendable {}
