import CGtk
import DataSources
import DataSourcesViews
import GtkDisplays

// The code of the article "Displaying a source" for GTK.

struct Employee: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
}

final class EmployeeCell: Cell<Employee> {
    init() { super.init(gtk_label_new(nil)) }
    func show(_ employee: Employee) { gtk_label_set_text(widget.opaque, employee.name) }
}

@MainActor
func showStaff(_ staff: ListSource<Employee>, in scroller: Widget) async throws {
    let rows = try RowFactory<Employee, Cell<Employee>> {
        Row("person") {
            EmployeeCell()
        } configure: {
            $0.show($1)
        }
    }
    let display = ListViewDisplay<FlatList<Employee>>(rows)
    gtk_scrolled_window_set_child(scroller.opaque, display.widget)
    let screen = Presentation(of: staff)
    screen.attach(display, resets: .never)
    await screen.run()
}
