private import Synchronization

/// Memory for one calculation, from a buffer that is kept for the next.
///
/// Pages that a process has never touched are dear: fetching them from the system can cost a difference of ten thousand
/// items a quarter of its time. So up to two buffers of up to eight MiB are kept, for whichever task comes next.
@usableFromInline
package struct ScratchMemory: ~Copyable {
    @usableFromInline let base: UnsafeMutableRawPointer
    @usableFromInline let capacity: Int
    @usableFromInline var used = 0

    /// Takes memory for `byteCount` bytes, and for what aligning ten pieces may waste.
    @usableFromInline
    package init(byteCount: Int) {
        let buffer = IdleBuffer.take(atLeast: byteCount + 10 * 64)
        base = buffer.base
        capacity = buffer.byteCount
    }

    deinit {
        IdleBuffer(base: base, byteCount: capacity).giveBack()
    }

    /// A piece of it, uninitialized, that is valid while the memory lives.
    @inlinable
    package mutating func take<T: BitwiseCopyable>(_ type: T.Type, count: Int) -> UnsafeMutablePointer<T> {
        let start = used
        used = (start + count * MemoryLayout<T>.stride + 63) & ~63
        // Traps: beyond the end is memory of somebody else. Only the gap behind the last piece may be missing.
        precondition(used <= capacity + 63, "the memory is too small for its pieces")
        return (base + start).bindMemory(to: type, capacity: count)
    }

    /// A piece of it that is all zero.
    @inlinable
    package mutating func takeZeros(count: Int) -> UnsafeMutablePointer<UInt64> {
        let piece = take(UInt64.self, count: count)
        piece.initialize(repeating: 0, count: count)
        return piece
    }
}

/// A buffer that nobody uses; by its address, since pointers are not sendable.
private struct IdleBuffer: Sendable {
    let address: UInt
    let byteCount: Int

    init(base: UnsafeMutableRawPointer, byteCount: Int) {
        address = UInt(bitPattern: base)
        self.byteCount = byteCount
    }

    var base: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped }

    static func take(atLeast byteCount: Int) -> IdleBuffer {
        let kept = idleBuffers.withLock { buffers in
            buffers.firstIndex { $0.byteCount >= byteCount }.map { buffers.remove(at: $0) }
        }
        if let kept { return kept }
        var size = 1 << 16
        while size < byteCount { size <<= 1 }
        return IdleBuffer(base: .allocate(byteCount: size, alignment: 64), byteCount: size)
    }

    func giveBack() {
        // Of the buffers that would be too many the smallest goes.
        let gone: IdleBuffer? = idleBuffers.withLock { buffers in
            if byteCount > 8 << 20 { return self }
            buffers.insert(self, at: buffers.firstIndex { $0.byteCount >= byteCount } ?? buffers.count)
            return buffers.count > 2 ? buffers.removeFirst() : nil
        }
        gone?.base.deallocate()
    }
}

/// Ascending in size.
private let idleBuffers = Mutex<[IdleBuffer]>([])
