import DataSources
import DataSourcesViews
import UIKit

// The code of the article "Migrating from SimpleSource" for UIKit.
extension FromSimpleSource {
    @MainActor
    final class DepartmentsTable {
        private let screen: Presentation<SectionedSnapshot<Department, Employee>>
        private let display: UITableViewDisplay<SectionedSnapshot<Department, Employee>>

        init(_ company: SectionedSource<Department, Employee>, in tableView: UITableView) throws {
            let rows = try RowFactory<Employee, UITableViewCell> {
                Row("person") {
                    UITableViewCell(style: .default, reuseIdentifier: "person")
                } configure: { cell, employee in
                    cell.textLabel?.text = employee.name
                }
            }
            screen = Presentation(of: company)
            display = UITableViewDisplay(tableView, rows: rows)
            display.headerTitle = { department in department.title }
            display.allowReordering(in: screen)
            screen.attach(display)
        }

        /// Call it in a task of the view controller, and cancel that task when the view disappears.
        func run() async { await screen.run() }
    }
}
