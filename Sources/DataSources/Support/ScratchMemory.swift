private import Synchronization

/// Memory for one calculation, from a buffer that is reused by the next.
///
/// Pages that a process has not touched yet are expensive: getting them from the system can take a quarter of the time
/// of a difference of ten thousand items. So up to two buffers of up to eight MiB are kept for the next task. A buffer
/// far too large for the last sixty-four calculations is freed.
// Safe: it owns its buffer until deinit, and pieces are cut only from within it. Functions that take pieces from it keep
// it in a variable while they use them.
@safe
@usableFromInline
package struct ScratchMemory: ~Copyable {
    @usableFromInline let base: UnsafeMutableRawPointer
    @usableFromInline let capacity: Int
    @usableFromInline var used = 0
    /// See ``IdleBuffer/unneeded``.
    private let unneeded: Int

    /// Allocates `byteCount` bytes, plus the padding of ten pieces.
    @usableFromInline
    package init(byteCount: Int) {
        let buffer = IdleBuffer.take(atLeast: byteCount + 10 * 64)
        // The buffer belongs to this value alone until deinit gives it back.
        unsafe base = buffer.base
        capacity = buffer.byteCount
        unneeded = buffer.unneeded
    }

    deinit {
        // Only its number: the next owner makes a pointer of it again.
        unsafe IdleBuffer(address: UInt(bitPattern: base), byteCount: capacity, unneeded: unneeded).giveBack()
    }

    /// An uninitialized piece of the memory, valid while the memory lives.
    @inlinable
    package mutating func take<T: BitwiseCopyable>(_ type: T.Type, count: Int) -> ScratchPiece<T> {
        let start = used
        used = (start + count * MemoryLayout<T>.stride + 63) & ~63
        // Traps: beyond the end is other memory. Only the padding after the last piece may be missing.
        precondition(used <= capacity + 63, "the memory is too small for its pieces")
        // Within the buffer: see above. Pieces begin at multiples of 64, which suits every type used here.
        return unsafe ScratchPiece((base + start).bindMemory(to: type, capacity: count), count: count)
    }

    /// A piece of the memory filled with zeros.
    @inlinable
    package mutating func takeZeros(count: Int) -> ScratchPiece<UInt64> {
        let piece = take(UInt64.self, count: count)
        piece.fill(with: 0)
        return piece
    }
}

/// An unused buffer; identified by its address, since pointers are not sendable.
package struct IdleBuffer: Sendable {
    package let address: UInt
    package let byteCount: Int
    /// The number of consecutive calculations that needed less than an eighth of it.
    fileprivate var unneeded: Int

    package init(address: UInt, byteCount: Int, unneeded: Int = 0) {
        self.address = address
        self.byteCount = byteCount
        self.unneeded = unneeded
    }

    fileprivate var base: UnsafeMutableRawPointer {
        // The address of an allocation, which is not zero.
        unsafe UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
    }

    /// Frees the buffer, which nothing may use any more.
    fileprivate func free() {
        // Neither kept nor in use: the pool has handed it out for this.
        unsafe base.deallocate()
    }

    fileprivate static func take(atLeast needed: Int) -> IdleBuffer {
        let (kept, gone) = idleBuffers.withLock { $0.take(atLeast: needed) }
        gone?.free()
        if let kept { return kept }
        var size = IdleBuffers.smallest
        while size < needed { size <<= 1 }
        return IdleBuffer(
            address: UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)), byteCount: size
        )
    }

    fileprivate func giveBack() {
        idleBuffers.withLock { $0.giveBack(self) }?.free()
    }
}

/// The buffers kept for later calculations: few, of limited size, and freed when they are far too large.
package struct IdleBuffers: Sendable {
    /// The size of the smallest buffer.
    package static var smallest: Int { 1 << 16 }
    /// The size up to which buffers are kept.
    package static var largest: Int { 8 << 20 }
    /// The maximum number of buffers kept.
    package static var limit: Int { 2 }
    /// The number of consecutive calculations that may need less than an eighth of a kept buffer.
    package static var patience: Int { 64 }

    /// Ascending by size.
    private var buffers: [IdleBuffer] = []

    package init() {}

    package var byteCount: Int { buffers.reduce(0) { $0 + $1.byteCount } }

    /// The smallest buffer that is large enough, if any, and a buffer to free.
    package mutating func take(atLeast needed: Int) -> (kept: IdleBuffer?, gone: IdleBuffer?) {
        var gone: IdleBuffer?
        for place in buffers.indices.reversed() {
            if buffers[place].byteCount <= Self.smallest || needed > buffers[place].byteCount / 8 {
                buffers[place].unneeded = 0
            } else {
                buffers[place].unneeded += 1
                // One at a time: the next calculation frees the other.
                if buffers[place].unneeded > Self.patience, gone == nil { gone = buffers.remove(at: place) }
            }
        }
        return (buffers.firstIndex { $0.byteCount >= needed }.map { buffers.remove(at: $0) }, gone)
    }

    /// Keeps a buffer; returns one to free.
    package mutating func giveBack(_ buffer: IdleBuffer) -> IdleBuffer? {
        if buffer.byteCount > Self.largest { return buffer }
        buffers.insert(buffer, at: buffers.firstIndex { $0.byteCount >= buffer.byteCount } ?? buffers.count)
        // If there are too many, the smallest is freed.
        return buffers.count > Self.limit ? buffers.removeFirst() : nil
    }
}

private let idleBuffers = Mutex(IdleBuffers())
