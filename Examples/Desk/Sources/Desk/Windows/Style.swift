import CGtk
import GtkDisplays

/// The look of the rows, beside that of GTK's theme.
@MainActor
enum Style {
    private static let sheet = """
        scrolledwindow.tickets > undershoot { background: none; border: none; box-shadow: none; }
        listview.tickets { background: @theme_base_color; }
        listview.tickets > row { padding: 0; border-bottom: 1px solid alpha(currentColor, 0.07); }
        listview.tickets > row:hover:not(:selected) { background: alpha(currentColor, 0.03); }
        listview.tickets > row:selected { background: alpha(#3584e4, 0.18); color: @theme_fg_color; }
        .ticket { padding: 8px 14px 8px 10px; min-height: 28px; }
        .ticket .number { font-size: 85%; opacity: 0.5; font-feature-settings: "tnum"; }
        .ticket.done .title { text-decoration: line-through; opacity: 0.5; }
        .ticket.done .pill, .ticket.done .avatar { opacity: 0.45; }
        .ticket .title { font-size: 100%; font-weight: normal; padding: 0; }
        .ticket.drop-above { box-shadow: inset 0 3px 0 0 #3584e4; }
        .ticket.drop-below, .section.drop-below { box-shadow: inset 0 -3px 0 0 #3584e4; }
        .pill { font-size: 78%; font-weight: bold; border-radius: 99px; padding: 2px 9px; min-width: 46px; }
        .pill.urgent { background: #c01c28; color: white; }
        .pill.high { background: #f8d8a8; color: #7a4100; }
        .pill.normal { background: alpha(#3584e4, 0.15); color: #1a5fb4; }
        .pill.low { background: alpha(currentColor, 0.08); color: alpha(currentColor, 0.65); }
        .avatar { font-size: 72%; font-weight: bold; color: white; border-radius: 99px; min-width: 26px; min-height: 26px; }
        .person-0 { background: #3584e4; } .person-1 { background: #2e9e5b; } .person-2 { background: #c64600; }
        .person-3 { background: #813d9c; } .person-4 { background: #865e3c; } .person-5 { background: #1c8a94; }
        .section { padding: 14px 14px 6px 14px; background: shade(@theme_base_color, 0.97); }
        .section .name { font-weight: bold; }
        .section .count { font-size: 85%; opacity: 0.55; }
        .section .dot { min-width: 10px; min-height: 10px; border-radius: 99px; }
        .dot.state-0 { background: #9a9996; } .dot.state-1 { background: #e5a50a; } .dot.state-2 { background: #2ec27e; }
        .dragged { padding: 8px 14px; background: #3584e4; color: white; }
        .empty { font-size: 120%; opacity: 0.5; }
        .bottom { padding: 6px; border-top: 1px solid alpha(currentColor, 0.12); }
        """

    /// Applies the style to all windows.
    static func load() {
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, sheet, -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider.raw)
    }
}
