public import CGtk

/// Any GTK widget.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

/// A pointer to a GObject.
///
/// GTK's headers make some classes opaque pointers and others typed ones; these properties convert between them.
public protocol ObjectPointer {
    /// The address of the object.
    var raw: UnsafeMutableRawPointer { get }
}

extension OpaquePointer: ObjectPointer {
    /// The address of the object.
    public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension UnsafeMutablePointer: ObjectPointer {
    /// The address of the object.
    public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension ObjectPointer {
    /// The object as a class without a public structure.
    public var opaque: OpaquePointer { OpaquePointer(raw) }
    /// The object as a widget.
    public var widget: Widget { raw.assumingMemoryBound(to: GtkWidget.self) }
    /// The object as a class with a public structure.
    public func cast<T>(to: T.Type = T.self) -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: T.self) }
}

extension gboolean {
    /// Whether it is GLib's `TRUE`.
    public var isTrue: Bool { self != 0 }
}

extension Bool {
    /// The value as GLib's `gboolean`.
    public var gboolean: gboolean { self ? 1 : 0 }
}
