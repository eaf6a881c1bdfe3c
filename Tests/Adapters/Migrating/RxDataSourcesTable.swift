import DataSources
import DataSourcesViews
import UIKit

// The code of the article "Migrating from RxDataSources" for UIKit.
extension FromRxDataSources {
    @MainActor
    final class ContactsTable {
        private let screen: Presentation<SectionedSnapshot<GroupHeader<String>, Contact>>
        private let display: UITableViewDisplay<SectionedSnapshot<GroupHeader<String>, Contact>>

        init(_ model: ContactsModel, in tableView: UITableView) async throws {
            let rows = try RowFactory<Contact, UITableViewCell> {
                Row("contact") {
                    UITableViewCell(style: .default, reuseIdentifier: "contact")
                } configure: { cell, contact in
                    cell.textLabel?.text = contact.name
                }
            }
            screen = await Presentation(of: model.sections)
            display = UITableViewDisplay(tableView, rows: rows)
            display.headerTitle = { initial in initial.id }
            screen.attach(display)
        }

        /// Call it in a task of the view controller, and cancel that task when the view disappears.
        func run() async { await screen.run() }
    }
}
