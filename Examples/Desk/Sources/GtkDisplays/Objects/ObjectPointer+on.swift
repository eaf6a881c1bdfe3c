public import CGtk

/// The arguments of a signal.
public struct SignalArguments {
    let values: UnsafePointer<GValue>
    let result: UnsafeMutablePointer<GValue>?

    /// An argument that is an object; 0 is the object that emits the signal.
    public func object(_ index: Int) -> OpaquePointer? { g_value_peek_pointer(values + index).map(OpaquePointer.init) }
    /// An argument that is an unsigned number.
    public func unsigned(_ index: Int) -> UInt32 { g_value_get_uint(values + index) }
    /// An argument that is a coordinate.
    public func double(_ index: Int) -> Double { g_value_get_double(values + index) }
    /// An argument that is a set of flags.
    public func flags(_ index: Int) -> UInt32 { g_value_get_flags(values + index) }

    /// Answers a signal that expects a truth value.
    public func answer(_ value: Bool) {
        guard let result else { return }
        g_value_set_boolean(result, value.gboolean)
    }

    /// Answers a signal that expects flags.
    public func answer(flags: UInt32) {
        guard let result else { return }
        g_value_set_flags(result, flags)
    }

    /// Answers a signal that expects an object, whose reference is taken over.
    public func answer(taking object: OpaquePointer?) {
        guard let result else { return }
        g_value_take_object(result, object?.raw)
    }
}

/// A closure that a signal calls.
public typealias SignalHandler = @MainActor (SignalArguments) -> Void

private final class HandlerBox {
    let handler: SignalHandler
    init(_ handler: @escaping SignalHandler) { self.handler = handler }
}

extension ObjectPointer {
    /// Calls `handler` whenever the object emits `signal`.
    ///
    /// The object retains the closure. A closure that refers to what owns the object must do so weakly.
    @MainActor
    @discardableResult
    public func on(_ signal: String, _ handler: @escaping SignalHandler) -> gulong {
        let box = Unmanaged.passRetained(HandlerBox(handler)).toOpaque()
        let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)!
        g_closure_add_finalize_notifier(closure, box) { data, _ in Unmanaged<HandlerBox>.fromOpaque(data!).release() }
        // GLib passes all arguments as values, so one function serves signals of every signature.
        g_closure_set_marshal(closure) { closure, result, _, values, _, _ in
            let box = Unmanaged<HandlerBox>.fromOpaque(closure!.pointee.data).takeUnretainedValue()
            // The main thread emits all signals of GTK, and the arguments do not outlive the call.
            nonisolated(unsafe) let arguments = SignalArguments(values: values!, result: result)
            MainActor.assumeIsolated { box.handler(arguments) }
        }
        return g_signal_connect_closure(raw, signal, closure, 0)
    }
}
