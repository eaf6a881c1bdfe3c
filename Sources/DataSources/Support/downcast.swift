/// An object as one of its class, without the check, which costs as much as the rest of a read of a source.
///
/// A hub stores commits and updates without the type of their snapshots. The hub, its subscriptions and its derivation
/// have one such type from their creation on, and everything that they pass to each other has it.
@inlinable @inline(__always)
func downcast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
    // The comment above says why the type is right; debug builds check it.
    unsafe unsafeDowncast(object, to: type)
}
