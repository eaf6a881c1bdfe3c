import AppKit
import DataSources
import DataSourcesViews

// The code of the article "Displaying a source" for AppKit.

@MainActor
func showStaff(_ staff: ListSource<Employee>, in tableView: NSTableView) async {
    let name = NSUserInterfaceItemIdentifier("name")
    let display = NSTableViewDisplay<Employee>(tableView) { view, column, employee in
        let field = view.makeView(withIdentifier: name, owner: nil) as? NSTextField ?? NSTextField()
        field.identifier = name
        field.stringValue = employee.name
        return field
    }
    let screen = Presentation(of: staff)
    screen.attach(display)
    await screen.run()
}
