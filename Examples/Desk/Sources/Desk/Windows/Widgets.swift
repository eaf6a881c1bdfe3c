import CGtk
import GtkDisplays

/// GTK's widgets with the options that this program uses.
@MainActor
enum Widgets {
    static func box(_ orientation: GtkOrientation, spacing: Int32 = 0, _ classes: String..., children: [Widget])
        -> Widget
    {
        let box = gtk_box_new(orientation, spacing)!
        add(classes, to: box)
        for child in children { gtk_box_append(box.cast(), child) }
        return box
    }

    static func label(_ text: String, _ classes: String...) -> Widget {
        let label = gtk_label_new(text)!
        add(classes, to: label)
        return label
    }

    /// A button with an icon, and a description for its tooltip and for screen readers.
    static func button(_ icon: String, _ description: String, _ onClick: @escaping @MainActor () -> Void) -> Widget {
        let button = gtk_button_new_from_icon_name(icon)!
        describe(button, description)
        button.on("clicked") { _ in onClick() }
        return button
    }

    static func textButton(_ title: String, _ description: String, _ onClick: @escaping @MainActor () -> Void) -> Widget
    {
        let button = gtk_button_new_with_label(title)!
        gtk_widget_set_tooltip_text(button, description)
        button.on("clicked") { _ in onClick() }
        return button
    }

    static func toggle(_ icon: String, _ description: String, _ onToggle: @escaping @MainActor (Bool) -> Void) -> Widget
    {
        let button = gtk_toggle_button_new()!
        gtk_button_set_icon_name(button.cast(), icon)
        describe(button, description)
        button.on("toggled") { [button] _ in onToggle(gtk_toggle_button_get_active(button.cast()).isTrue) }
        return button
    }

    static func add(_ classes: [String], to widget: Widget) {
        for name in classes { gtk_widget_add_css_class(widget, name) }
    }

    static func set(_ name: String, _ isSet: Bool, on widget: Widget) {
        if isSet { gtk_widget_add_css_class(widget, name) } else { gtk_widget_remove_css_class(widget, name) }
    }

    private static func describe(_ widget: Widget, _ description: String) {
        gtk_widget_set_tooltip_text(widget, description)
        var (property, value) = (GTK_ACCESSIBLE_PROPERTY_LABEL, GValue())
        g_value_init(&value, GType(16 << 2))
        g_value_set_string(&value, description)
        gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
        g_value_unset(&value)
    }
}
