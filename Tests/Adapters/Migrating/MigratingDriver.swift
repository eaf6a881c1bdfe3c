import DataSources
import DataSourcesViews
import Foundation
import UIKit

/// Runs the screens of the articles about migrating on the stand-in for UIKit.
///
/// A presentation shows what remains when its source finishes, so nothing here waits.
@MainActor
enum MigratingDriver {
    static func run() async throws {
        try await simpleSource()
        try await allAboutApps()
        try await aeViewModel()
        try await diffable()
        try await rxDataSources()
        print("UIKit: the screens of the articles about migrating show what they should")
    }

    private static func shownTable() -> UITableView {
        let table = UITableView()
        table.window = UIWindow()
        return table
    }

    private static func simpleSource() async throws {
        let table = shownTable()
        let company = try SectionedSource([
            ItemSection(
                FromSimpleSource.Department(id: "engineering", title: "Engineering"),
                items: [
                    FromSimpleSource.Employee(id: "alice", name: "Alice"),
                    FromSimpleSource.Employee(id: "bob", name: "Bob"),
                ]),
            ItemSection(FromSimpleSource.Department(id: "sales", title: "Sales")),
        ])
        let screen = try FromSimpleSource.DepartmentsTable(company, in: table)
        precondition(table.texts == [["Alice", "Bob"], []])
        precondition(table.titles == ["Engineering", "Sales"])
        try await company.moveItem(id: "alice", toSection: "sales", at: 0)
        try await company.updateItem(id: "bob") { $0.name = "Bobby" }
        await company.finish()
        await screen.run()
        precondition(table.texts == [["Bobby"], ["Alice"]])
        precondition(table.reloads <= 2 && table.batches > 0, "the changes are no reload")
    }

    private static func allAboutApps() async throws {
        let table = shownTable()
        let form = try FromAllAboutApps.Form()
        let screen = try await FromAllAboutApps.FormTable(form, in: table)
        precondition(table.texts == [["First name: ", "Show more"]])
        form.typed("Ann", in: "first")
        await screen.selected(at: IndexPath(row: 1, section: 0))
        await screen.selected(at: IndexPath(row: 150, section: 0))
        await form.fields.finish()
        await screen.run()
        precondition(table.texts == [["First name: Ann", "Last name: ", "✓ Show more"], ["E-mail: "]])
        precondition(table.titles == [nil, "Additional fields"])
    }

    private static func aeViewModel() async throws {
        let table = shownTable()
        let files = FromAEViewModel.SettingsFiles { _ in
            let text = """
                { "sections": [ { "header": "Network", "items": [
                    { "identifier": "toggle", "id": "airplane", "viewModel": { "title": "Airplane", "isOn": true } },
                    { "identifier": "basic", "viewModel": { "title": "Wi-Fi" },
                      "child": { "title": "Wi-Fi", "sections": [] } } ] } ] }
                """
            return Data(text.utf8)
        }
        let settings = try files.open("settings")
        let screen = try FromAEViewModel.SettingsTable(settings, in: table)
        precondition(table.texts == [["✓ Airplane", "Wi-Fi"]])
        let child = try await screen.selected(at: IndexPath(row: 1, section: 0))
        precondition(child?.title == "Wi-Fi")
        try await settings.source.removeItem(id: .named("airplane"))
        await settings.source.finish()
        await screen.run()
        precondition(table.texts == [["Wi-Fi"]])
        precondition(table.titles == ["Network"])
    }

    private static func diffable() async throws {
        let grid = UICollectionView()
        grid.window = UIWindow()
        let soup = FromDiffable.Recipe(id: 1, name: "Soup")
        let model = try FromDiffable.RecipesModel([ItemSection(FromDiffable.Course(id: "starters"), items: [soup])])
        let screen = FromDiffable.RecipesGrid(model, in: grid)
        try await model.toggleFavorite(1)
        try await model.recipes.appendItem(FromDiffable.Recipe(id: 2, name: "Salad"), toSection: "starters")
        await model.recipes.finish()
        await screen.run()
        precondition(grid.texts == [["★ Soup", "Salad"]])
    }

    private static func rxDataSources() async throws {
        let table = shownTable()
        let model = FromRxDataSources.ContactsModel()
        let screen = try await FromRxDataSources.ContactsTable(model, in: table)
        try await model.contacts.append(contentsOf: [
            FromRxDataSources.Contact(id: 1, name: "Bob"), FromRxDataSources.Contact(id: 2, name: "Ann"),
        ])
        model.search.set("o")
        await model.contacts.finish()
        model.search.finish()
        await screen.run()
        precondition(table.texts == [["Bob"]])
        precondition(table.titles == ["B"])
    }
}
