import DataSources
import DataSourcesViews
import Foundation
import UIKit

final class RenamedTableCell: UITableViewCell {}
final class RenamedListCell: UICollectionViewListCell {}

extension Employee {
    fileprivate var isRenamed: Bool { name.hasSuffix("'") }
}

@main
struct UIKitDriver {
    @MainActor
    static func main() async throws {
        var driver = Driver()
        let rows = try RowFactory<Employee, UITableViewCell> {
            // A row whose name changes may need another cell.
            Row("renamed", where: \.isRenamed) {
                RenamedTableCell(style: .default, reuseIdentifier: "renamed")
            } configure: { cell, employee in
                cell.textLabel?.text = employee.name
            }
            Row("person") {
                UITableViewCell(style: .default, reuseIdentifier: "person")
            } configure: { cell, employee in
                cell.textLabel?.text = employee.name
            }
        }
        for isOnScreen in [true, false] {
            let (table, sectionedTable) = (UITableView(), UITableView())
            for view in [table, sectionedTable] where isOnScreen { view.window = UIWindow() }
            let list = UITableViewDisplay<ListSnapshot<Employee>>(table, rows: rows)
            try await driver.drive(list) { table.texts }
            let sections = UITableViewDisplay<SectionedSnapshot<Department, Employee>>(sectionedTable, rows: rows)
            sections.headerTitle = { $0.title }
            try await driver.drive(sections) { sectionedTable.texts }
            precondition(sectionedTable.titles == sections.snapshot.map(\.header.title))
            precondition(list.lastError == nil && sections.lastError == nil)
            precondition(isOnScreen ? table.reloads == 1 : table.batches == 0)

            let (grid, sectionedGrid) = (UICollectionView(), UICollectionView())
            for view in [grid, sectionedGrid] where isOnScreen { view.window = UIWindow() }
            let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Employee> {
                cell, _, employee in
                var content = cell.defaultContentConfiguration()
                content.text = employee.name
                cell.contentConfiguration = content
            }
            let renamed = UICollectionView.CellRegistration<RenamedListCell, Employee> { cell, _, employee in
                var content = cell.defaultContentConfiguration()
                content.text = employee.name
                cell.contentConfiguration = content
            }
            func cell(_ view: UICollectionView, _ path: IndexPath, _ employee: Employee) -> UICollectionViewCell {
                if employee.isRenamed {
                    return view.dequeueConfiguredReusableCell(using: renamed, for: path, item: employee)
                }
                return view.dequeueConfiguredReusableCell(using: registration, for: path, item: employee)
            }
            let items = UICollectionViewDisplay<ListSnapshot<Employee>>(grid, cellProvider: cell)
            items.replacesCell = { $0.isRenamed != $1.isRenamed }
            try await driver.drive(items) { grid.texts }
            let groups = UICollectionViewDisplay<SectionedSnapshot<Department, Employee>>(
                sectionedGrid, cellProvider: cell)
            groups.replacesCell = { $0.isRenamed != $1.isRenamed }
            try await driver.drive(groups) { sectionedGrid.texts }
        }
        try await drag()
        try await MigratingDriver.run()
        print("UIKit: \(driver.updates) random updates shown")
    }

    /// The person drags a row; the source makes the move.
    @MainActor
    private static func drag() async throws {
        let table = UITableView()
        table.window = UIWindow()
        let staff = try ListSource((0..<5).map { Employee(id: $0, name: "\($0)") })
        let example = try StaffTable(staff, in: table)
        let following = Task { await example.run() }
        let changes = staff.subscribe()
        table.drag(from: IndexPath(row: 0, section: 0), to: IndexPath(row: 3, section: 0))
        while staff.snapshot.map(\.id) != [1, 2, 3, 0, 4] { _ = await changes.next() }
        try await staff.remove(id: 1)
        while table.texts != [["2", "3", "0", "4"]] { await table.changed() }
        precondition(table.reloads <= 2, "a drag is not a reload")
        following.cancel()
    }
}
