/// The number and the size of a page.
@usableFromInline
package struct NumberedPage: Equatable, Sendable {
    @usableFromInline package let number: Int
    /// The number of items on a page: at least one.
    @usableFromInline package let size: Int

    @inlinable
    package init(number: Int, size: Int) {
        self.number = number
        self.size = Swift.max(1, size)
    }

    /// The number of pages of a list: at least one.
    @inlinable
    package static func count(of items: Int, size: Int) -> Int {
        let size = Swift.max(1, size)
        return Swift.max(1, items / size + (items % size == 0 ? 0 : 1))
    }

    /// The positions on the page, or on the nearest page that there is.
    @inlinable
    package func range(of count: Int) -> Range<Int> {
        let last = Self.count(of: count, size: size) - 1
        let start = Swift.min(Swift.max(0, number), last) * size
        return start..<start + Swift.min(size, count - start)
    }
}
