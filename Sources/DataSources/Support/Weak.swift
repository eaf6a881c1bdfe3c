/// A weak reference that an immutable property of a `Sendable` type can hold.
///
/// `weak let` does the same since Swift 6.2.3; before, a weak property had to be a variable.
package struct Weak<Object: AnyObject & Sendable>: Sendable {
    /// The object, while something else keeps it alive.
    package private(set) weak var object: Object?

    /// Creates a weak reference to `object`.
    package init(_ object: Object?) {
        self.object = object
    }
}
