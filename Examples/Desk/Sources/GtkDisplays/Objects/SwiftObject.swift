import CGtk

/// A Swift object that a GObject retains.
@MainActor
public class SwiftObject {
    /// The GObject.
    public private(set) var object: OpaquePointer

    /// Creates the GObject, an instance of `type`; the caller owns the first reference to it.
    init(_ type: GType) {
        let instance = g_object_new_with_properties(type, 0, nil, nil)!
        object = instance.opaque
        instance.cast(to: SwiftGObject.self).pointee.retained = Unmanaged.passRetained(self).toOpaque()
    }

    /// The GObject with a reference for a function that takes one over.
    public func reference() -> OpaquePointer { OpaquePointer(g_object_ref(object.raw)) }

    /// Gives up the reference that the initializer created.
    public func release() { g_object_unref(object.raw) }

    /// The last reference to the GObject is gone.
    func finalized() {}

    /// The Swift object that a GObject retains.
    static func retained(by object: OpaquePointer) -> SwiftObject {
        let pointer = object.cast(to: SwiftGObject.self).pointee.retained!
        return Unmanaged<SwiftObject>.fromOpaque(pointer).takeUnretainedValue()
    }
}

/// What GTK asks a model.
@MainActor
public class SwiftModel: SwiftObject {
    var itemCount: Int { 0 }
    /// The row object at a position, with a reference for the caller.
    func rowObject(at position: Int) -> OpaquePointer? { nil }
    func isSelected(at position: Int) -> Bool { false }
    func selectAll(_ isSelected: Bool) {}
    /// Selects the positions in `mask` that are in `selected`, and deselects the others in `mask`.
    func select(_ selected: OpaquePointer, in mask: OpaquePointer) {}
}
