extension AsyncStream where Element: Sendable {
    /// Elements that are there already.
    package init(_ elements: [Element]) {
        self.init { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}
