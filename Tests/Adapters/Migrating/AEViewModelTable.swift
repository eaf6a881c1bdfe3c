import DataSources
import DataSourcesViews
import UIKit

// The code of the article "Migrating from AEViewModel" for UIKit.
extension FromAEViewModel {
    @MainActor
    final class SettingsTable {
        let settings: OpenScreen
        private let screen: Presentation<SectionedSnapshot<ScreenHeader, ScreenRow>>
        private let display: UITableViewDisplay<SectionedSnapshot<ScreenHeader, ScreenRow>>

        init(_ settings: OpenScreen, in tableView: UITableView) throws {
            self.settings = settings
            let rows = try RowFactory<ScreenRow, UITableViewCell>(kind: \.kind, kinds: ["toggle", "basic"]) {
                Row("toggle") {
                    UITableViewCell(style: .default, reuseIdentifier: "toggle")
                } configure: { cell, row in
                    let model = try? row.item.model(as: ToggleModel.self)
                    cell.textLabel?.text = model.map { $0.isOn ? "✓ \($0.title)" : $0.title }
                }
                Row("basic") {
                    UITableViewCell(style: .value1, reuseIdentifier: "basic")
                } configure: { cell, row in
                    cell.textLabel?.text = (try? row.item.model(as: BasicViewModel.self))?.title
                }
            }
            screen = Presentation(of: settings.source)
            display = UITableViewDisplay(tableView, rows: rows)
            display.headerTitle = { $0.header }
            screen.attach(display)
        }

        /// The screen to push when a row is selected; `nil` if it leads nowhere.
        func selected(at indexPath: IndexPath) async throws -> OpenScreen? {
            guard let row = screen.snapshot[ItemPath(indexPath)] else { return nil }
            return try await settings.open(row.id)
        }

        func run() async { await screen.run() }
    }
}
