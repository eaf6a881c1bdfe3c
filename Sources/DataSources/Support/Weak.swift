/// A reference that keeps nothing alive, and that an immutable property of a `Sendable` type can hold.
///
/// `weak let` does the same since Swift 6.2.3; before, a weak property had to be a variable.
package struct Weak<Object: AnyObject & Sendable>: Sendable {
    /// The object, as long as something else keeps it alive.
    package private(set) weak var object: Object?

    /// Refers to `object`.
    package init(_ object: Object?) {
        self.object = object
    }
}
