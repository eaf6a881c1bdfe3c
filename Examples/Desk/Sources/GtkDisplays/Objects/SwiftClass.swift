import CGtk

/// The GObject classes that Swift registers.
@MainActor
enum SwiftClass {
    /// A row of a model.
    static let row = register("DataSourcesRow")

    /// A `GListModel` that is also its `GtkSelectionModel`.
    static let model: GType = {
        let type = register("DataSourcesModel")
        var list = GInterfaceInfo(
            interface_init: { interface, _ in
                let functions = interface!.assumingMemoryBound(to: GListModelInterface.self)
                functions.pointee.get_item_type = { _ in g_object_get_type() }
                functions.pointee.get_n_items = { model in asking(model) { guint($0.itemCount) } }
                functions.pointee.get_item = { model, position in
                    // Pointers are not sendable, but their addresses are.
                    let address = asking(model) { UInt(bitPattern: $0.rowObject(at: Int(position))) }
                    return UnsafeMutableRawPointer(bitPattern: address)
                }
            }, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, g_list_model_get_type(), &list)
        var selection = GInterfaceInfo(
            interface_init: { interface, _ in
                // GTK's defaults of the other functions call set_selection.
                let functions = interface!.assumingMemoryBound(to: GtkSelectionModelInterface.self)
                functions.pointee.is_selected = { model, position in
                    asking(model) { $0.isSelected(at: Int(position)).gboolean }
                }
                functions.pointee.select_all = { model in
                    asking(model) { $0.selectAll(true) }
                    return 1
                }
                functions.pointee.unselect_all = { model in
                    asking(model) { $0.selectAll(false) }
                    return 1
                }
                functions.pointee.set_selection = { model, selected, mask in
                    // The main thread calls this, and both sets outlive the call.
                    nonisolated(unsafe) let (selected, mask) = (selected!, mask!)
                    asking(model) { $0.select(selected, in: mask) }
                    return 1
                }
            }, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, gtk_selection_model_get_type(), &selection)
        return type
    }()

    private nonisolated static func asking<Answer: Sendable>(
        _ object: OpaquePointer?, _ question: @MainActor (SwiftModel) -> Answer
    ) -> Answer {
        let pointer = object!.cast(to: SwiftGObject.self).pointee.retained!
        let model = Unmanaged<SwiftModel>.fromOpaque(pointer).takeUnretainedValue()
        return MainActor.assumeIsolated { question(model) }
    }

    private static func register(_ name: String) -> GType {
        g_type_register_static_simple(
            g_object_get_type(), name, guint(MemoryLayout<GObjectClass>.size),
            { classPointer, _ in
                classPointer!.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
                    let owner = Unmanaged<SwiftObject>.fromOpaque(object!.cast(to: SwiftGObject.self).pointee.retained)
                    let value = owner.takeUnretainedValue()
                    MainActor.assumeIsolated { value.finalized() }
                    owner.release()
                    let parent = g_type_class_peek(g_object_get_type())!.assumingMemoryBound(to: GObjectClass.self)
                    parent.pointee.finalize(object)
                }
            },
            guint(MemoryLayout<SwiftGObject>.size), nil, GTypeFlags(rawValue: 0))
    }
}
