import DataSources
import DataSourcesViews
import UIKit

// The code of the article "Migrating from allaboutapps/DataSource" for UIKit.
extension FromAllAboutApps {
    @MainActor
    final class FormTable {
        private let screen: Presentation<SectionedSnapshot<Part, Field>>
        private let display: UITableViewDisplay<SectionedSnapshot<Part, Field>>
        private let selection: Selection<SectionedSnapshot<Part, Field>>

        init(_ form: Form, in tableView: UITableView) async throws {
            let rows = try RowFactory<Field, UITableViewCell>(kind: \.kind) {
                Row("text") {
                    UITableViewCell(style: .default, reuseIdentifier: "text")
                } configure: { cell, field in
                    cell.textLabel?.text = "\(field.title): \(field.text)"
                }
                Row("toggle") {
                    UITableViewCell(style: .default, reuseIdentifier: "toggle")
                } configure: { cell, field in
                    cell.textLabel?.text = field.isOn ? "✓ \(field.title)" : field.title
                }
            }
            screen = await Presentation(of: form.visible)
            display = UITableViewDisplay(tableView, rows: rows)
            display.headerTitle = { part in part.title }
            selection = Selection(in: screen, mode: .single)
            selection.onSelect = { field in
                if field.kind == .toggle { form.turned(field.id, on: !field.isOn) }
                return .deselect
            }
            screen.attach(display)
        }

        /// Call it from `tableView(_:didSelectRowAt:)` of your delegate.
        func selected(at indexPath: IndexPath) async { await selection.select(at: ItemPath(indexPath)) }

        func run() async { await screen.run() }
    }
}
