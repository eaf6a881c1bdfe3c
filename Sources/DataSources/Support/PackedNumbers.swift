/// A sequence of numbers that stores each in as few bytes as their range needs.
///
/// ```
/// numbers   4000000007   4000000000   4000000512
/// base      3999967488                             below the smallest, with room on both sides
/// width     2                                      bytes for each number
/// bytes     32519        32512        33024        the differences to the base, and 7 bytes of padding
/// ```
///
/// A number outside the range of the width is stored by packing all of them again, so a sequence should be short.
@usableFromInline
package struct PackedNumbers: Sendable {
    private var base: UInt64 = 0
    private var size: UInt32 = 0
    /// 0 if all numbers are equal to the base.
    private var width: UInt8 = 0
    /// The padding lets every number be read and written as a whole word.
    private var bytes: ContiguousArray<UInt8> = []

    private static let padding = 7

    /// Creates an empty sequence.
    @usableFromInline
    package init() {}

    /// Creates a sequence of `numbers`.
    @usableFromInline
    package init(_ numbers: ContiguousArray<UInt64>) {
        pack(numbers)
    }

    @usableFromInline package var count: Int { Int(size) }

    @usableFromInline package var isEmpty: Bool { size == 0 }

    /// The numbers as an array.
    @usableFromInline package var numbers: ContiguousArray<UInt64> {
        var numbers: ContiguousArray<UInt64> = []
        numbers.reserveCapacity(count)
        for index in 0..<count { numbers.append(self[index]) }
        return numbers
    }

    @usableFromInline
    package subscript(index: Int) -> UInt64 {
        get {
            precondition(index >= 0 && index < count, "the index of a number is out of range")
            if width == 0 { return base }
            return base &+ word(at: index) & largest
        }
        set {
            precondition(index >= 0 && index < count, "the index of a number is out of range")
            if fits(newValue) {
                if width > 0 { store(newValue, at: index) }
            } else {
                var numbers = numbers
                numbers[index] = newValue
                pack(numbers)
            }
        }
    }

    /// The index of the first number that is not smaller, in an ascending sequence; `count` if all are smaller.
    @usableFromInline
    package func index(ofFirstFrom number: UInt64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    @usableFromInline
    package mutating func append(_ number: UInt64) {
        insert(CollectionOfOne(number), at: count)
    }

    @usableFromInline
    package mutating func insert(_ number: UInt64, at index: Int) {
        insert(CollectionOfOne(number), at: index)
    }

    @usableFromInline
    package mutating func insert(contentsOf numbers: ContiguousArray<UInt64>, at index: Int) {
        insert(numbers, at: index)
    }

    private mutating func insert(_ new: some RandomAccessCollection<UInt64>, at index: Int) {
        precondition(index >= 0 && index <= count, "the index of a number is out of range")
        guard size > 0, new.allSatisfy({ fits($0) }) else {
            var numbers = numbers
            numbers.insert(contentsOf: new, at: index)
            return pack(numbers)
        }
        size += UInt32(new.count)
        if width == 0 { return }
        let width = Int(width)
        let needed = bytes.count + new.count * width
        // Doubling would waste half of the memory.
        if bytes.capacity < needed { bytes.reserveCapacity(needed + 32 * width) }
        bytes.insert(contentsOf: repeatElement(0, count: new.count * width), at: index * width)
        for (offset, number) in new.enumerated() { store(number, at: index + offset) }
    }

    @usableFromInline
    package mutating func removeSubrange(_ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "the index of a number is out of range")
        size -= UInt32(range.count)
        if width > 0 { bytes.removeSubrange(range.lowerBound * Int(width)..<range.upperBound * Int(width)) }
    }
}

extension PackedNumbers {
    /// The largest difference to the base that fits, which is also the mask of a number in a word.
    private var largest: UInt64 { width == 8 ? .max : (1 << (8 * UInt64(width))) - 1 }

    private func fits(_ number: UInt64) -> Bool { number >= base && number - base <= largest }

    /// Eight bytes, of which the lowest `width` are the number at `index`.
    private func word(at index: Int) -> UInt64 {
        // Callers have compared the index with the count. The padding lets the last number be read as a whole word.
        let word = unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: index * Int(width), as: UInt64.self)
        }
        return UInt64(littleEndian: word)
    }

    private mutating func store(_ number: UInt64, at index: Int) {
        let word = word(at: index) & ~largest | (number - base)
        let offset = index * Int(width)
        // As for reads.
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        }
    }

    private mutating func pack(_ numbers: ContiguousArray<UInt64>) {
        size = UInt32(numbers.count)
        let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
        width = UInt8((UInt64.bitWidth - (high - low).leadingZeroBitCount + 7) / 8)
        base = low
        bytes = []
        if width == 0 { return }
        base -= Swift.min(low, (largest - (high - low)) / 2)
        bytes = ContiguousArray(repeating: 0, count: numbers.count * Int(width) + Self.padding)
        for index in numbers.indices { store(numbers[index], at: index) }
    }
}
