import DataSources

/// The shapes of objects, lists of names, that both ends of a stream know; and the names in them.
///
/// It only grows, so its count says which one it is. All its numbers are bounded, so that a frame costs what it contains.
struct FrameShapes: Hashable, Sendable {
    static let (maximalCount, maximalNames) = (64, 1_024)
    /// The number of bytes of the names of all shapes.
    static let maximalBytes = 1 << 16

    /// The shapes, by number.
    private(set) var list: [[String]] = []
    /// The names, by number: each where it comes first.
    private(set) var names: [String] = []
    private(set) var numbersOfNames: [TextID: Int] = [:]
    /// The shapes as numbers of names.
    private(set) var indices: [[Int]] = []
    private(set) var numbers: [[Int]: Int] = [:]
    private var (length, bytes) = (0, 0)

    /// No shapes.
    init() {}

    /// Shapes in their order.
    ///
    /// - Throws: ``WireError`` if there are too many.
    init(_ shapes: [[String]]) throws(WireError) {
        for shape in shapes { try append(shape) }
    }

    var count: Int { list.count }

    /// The first shapes.
    func prefix(_ count: Int) -> FrameShapes {
        if count >= self.count { return self }
        var shapes = FrameShapes()
        for shape in list.prefix(count) { shapes.add(shape) }
        return shapes
    }

    /// Adds a shape.
    ///
    /// - Throws: ``WireError`` if there are too many.
    mutating func append(_ shape: [String]) throws(WireError) {
        guard hasRoom(for: shape) else {
            throw WireError(
                .tooLarge,
                """
                more than \(Self.maximalCount) shapes, \(Self.maximalNames) names in them, \
                or \(Self.maximalBytes) bytes of names
                """)
        }
        add(shape)
    }

    /// Adds a shape that is new, if there is room for it; returns whether it was added.
    mutating func notice(_ shape: [String]) -> Bool {
        guard hasRoom(for: shape), !has(shape) else { return false }
        add(shape)
        return true
    }

    private func has(_ shape: [String]) -> Bool {
        list.contains { $0.elementsEqual(shape) { $0.hasBytes(of: $1) } }
    }

    private func hasRoom(for shape: [String]) -> Bool {
        count < Self.maximalCount && shape.count <= Self.maximalNames - length
            && shape.byteCount <= Self.maximalBytes - bytes
    }

    private mutating func add(_ shape: [String]) {
        var indices: [Int] = []
        for name in shape {
            let number = numbersOfNames[TextID(name)] ?? names.count
            if number == names.count {
                numbersOfNames[TextID(name)] = number
                names.append(name)
            }
            indices.append(number)
        }
        if numbers[indices] == nil { numbers[indices] = count }
        self.indices.append(indices)
        list.append(shape)
        length += shape.count
        bytes += shape.byteCount
    }
}

extension [String] {
    fileprivate var byteCount: Int { reduce(0) { $0 + $1.utf8.count } }
}
