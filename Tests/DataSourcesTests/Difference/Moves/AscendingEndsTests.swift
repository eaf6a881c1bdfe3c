import Testing

import DataSources
import TestKit

/// Patience sorting's ends against the textbook's dynamic programming.
struct AscendingEndsTests {
    @Test(arguments: [1, 2, 15, 16, 17, 31, 32, 33, 255, 256, 257, 600])
    func `the longest ascending subsequence of shuffled numbers`(count: Int) {
        var random = Random(seed: UInt64(count))
        for disorder in [0, 1, 10, 100, count * 2] {
            var numbers = (0..<count).map { Int32($0) }
            for _ in 0..<disorder { numbers.swapAt(random.below(count), random.below(count)) }
            let found = Self.longestAscent(numbers)
            #expect(found == found.sorted())
            #expect(found.count == Self.textbookLength(numbers), "of \(numbers)")
            #expect(Self.isSubsequence(found, of: numbers))
        }
    }

    @Test(arguments: [4095, 4096, 4097, 70_000])
    func `ascending and descending numbers at the edges of the levels`(count: Int) {
        let numbers = (0..<count).map { Int32($0) }
        #expect(Self.longestAscent(numbers) == numbers)
        #expect(Self.longestAscent(numbers.reversed()).count == 1)
        // The halves exchanged: either of them.
        #expect(Self.longestAscent(Array(numbers[(count / 2)...] + numbers[..<(count / 2)])).count == count - count / 2)
    }

    private static func longestAscent(_ numbers: [Int32]) -> [Int32] {
        var memory = ScratchMemory(byteCount: AscendingEnds.byteCount(capacity: numbers.count + 1))
        var ends = AscendingEnds(capacity: numbers.count + 1, in: &memory)
        var predecessors = [Int32](repeating: -1, count: numbers.count)
        for number in numbers { predecessors[Int(number)] = ends.insert(number) }
        var result: [Int32] = []
        var number = ends.last
        while number >= 0 {
            result.append(number)
            number = predecessors[Int(number)]
        }
        return result.reversed()
    }

    private static func textbookLength(_ numbers: [Int32]) -> Int {
        var lengths: [Int] = []
        for (place, number) in numbers.enumerated() {
            lengths.append(1 + (0..<place).lazy.filter { numbers[$0] < number }.map { lengths[$0] }.reduce(0, max))
        }
        return lengths.max() ?? 0
    }

    private static func isSubsequence(_ part: [Int32], of numbers: [Int32]) -> Bool {
        var rest = part[...]
        for number in numbers where number == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
