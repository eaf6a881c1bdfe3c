import AppKit
import DataSources
import DataSourcesViews

@main
struct AppKitDriver {
    @MainActor
    static func main() async throws {
        var driver = Driver()
        let table = NSTableView()
        let list = NSTableViewDisplay<Employee>(table) { _, _, employee in
            let field = NSTextField()
            field.stringValue = employee.name
            return field
        }
        try await driver.drive(list) { [table.texts] }
        precondition(table.reloads == 1)

        let (grid, sectionedGrid) = (NSCollectionView(), NSCollectionView())
        let items = NSCollectionViewDisplay<ListSnapshot<Employee>>(grid) { view, path, employee in
            let item = view.makeItem(withIdentifier: NSUserInterfaceItemIdentifier("employee"), for: path)
            item.textField?.stringValue = employee.name
            return item
        }
        try await driver.drive(items) { grid.texts }
        let groups = NSCollectionViewDisplay<SectionedSnapshot<Department, Employee>>(sectionedGrid) {
            view, path, employee in
            let item = view.makeItem(withIdentifier: NSUserInterfaceItemIdentifier("employee"), for: path)
            item.textField?.stringValue = employee.name
            return item
        }
        try await driver.drive(groups) { sectionedGrid.texts }
        print("AppKit: \(driver.updates) random updates shown")
    }
}
