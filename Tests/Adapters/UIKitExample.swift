import DataSources
import DataSourcesViews
import UIKit

// The code of the article "Displaying a source" for UIKit.

@MainActor
final class StaffTable {
    private let screen: Presentation<ListSnapshot<Employee>>
    private let display: UITableViewDisplay<ListSnapshot<Employee>>

    init(_ staff: ListSource<Employee>, in tableView: UITableView) throws {
        let rows = try RowFactory<Employee, UITableViewCell> {
            Row("person") {
                UITableViewCell(style: .default, reuseIdentifier: "person")
            } configure: { cell, employee in
                cell.textLabel?.text = employee.name
            }
        }
        screen = Presentation(of: staff)
        display = UITableViewDisplay(tableView, rows: rows)
        display.allowReordering(in: screen)
        screen.attach(display)
    }

    /// Call it in a task of the view controller, and cancel that task when the view disappears.
    func run() async { await screen.run() }
}

@MainActor
func showStaff(
    _ company: SectionedSource<Department, Employee>, in collectionView: UICollectionView
) async {
    let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Employee> { cell, _, employee in
        var content = cell.defaultContentConfiguration()
        content.text = employee.name
        cell.contentConfiguration = content
    }
    let screen = Presentation(of: company)
    let display = UICollectionViewDisplay<SectionedSnapshot<Department, Employee>>(collectionView) {
        view, path, employee in
        view.dequeueConfiguredReusableCell(using: registration, for: path, item: employee)
    }
    screen.attach(display)
    await screen.run()
}
