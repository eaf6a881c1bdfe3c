import CGtk
import GtkDisplays

extension TicketWindow {
    /// Keys of the window, and of the list while it has the focus.
    func addKeys() {
        let anywhere = gtk_event_controller_key_new()!
        anywhere.on("key-pressed") { [unowned self] arguments in
            arguments.answer(pressed(Int32(bitPattern: arguments.unsigned(1)), arguments.flags(3)))
        }
        gtk_widget_add_controller(window, anywhere)
        let inList = gtk_event_controller_key_new()!
        // Before the list view's own keys.
        gtk_event_controller_set_propagation_phase(inList, GTK_PHASE_CAPTURE)
        inList.on("key-pressed") { [unowned self] arguments in
            arguments.answer(pressedInList(Int32(bitPattern: arguments.unsigned(1)), arguments.flags(3)))
        }
        gtk_widget_add_controller(display.widget, inList)
    }

    private func pressed(_ key: Int32, _ flags: UInt32) -> Bool {
        guard flags & GDK_CONTROL_MASK.rawValue != 0 else { return false }
        switch key {
        case GDK_KEY_f:
            let isOn = gtk_search_bar_get_search_mode(searchBar.opaque).isTrue
            gtk_search_bar_set_search_mode(searchBar.opaque, (!isOn).gboolean)
        case GDK_KEY_z: Task { [desk] in await desk.undo() }
        case GDK_KEY_Z, GDK_KEY_y: Task { [desk] in await desk.redo() }
        case GDK_KEY_w: onClose?()
        default: return false
        }
        return true
    }

    private func pressedInList(_ key: Int32, _ flags: UInt32) -> Bool {
        let isAlt = flags & GDK_ALT_MASK.rawValue != 0
        switch key {
        case GDK_KEY_Delete, GDK_KEY_KP_Delete: removeSelected()
        case GDK_KEY_Up where isAlt: moveSelected(up: true)
        case GDK_KEY_Down where isAlt: moveSelected(up: false)
        default: return false
        }
        return true
    }
}
