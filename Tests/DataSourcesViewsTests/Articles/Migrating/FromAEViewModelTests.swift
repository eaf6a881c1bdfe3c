import DataSources
import DataSourcesViews
import Foundation
import TestKit
import Testing

struct FromAEViewModelTests {
    private let files = FromAEViewModel.SettingsFiles { name in
        struct NoFile: Error {}
        let texts = [
            "settings": """
            { "title": "Settings",
              "sections": [
                { "header": "Network",
                  "items": [
                    { "identifier": "toggle", "id": "airplane",
                      "viewModel": { "title": "Airplane mode", "isOn": false } },
                    { "identifier": "basic", "id": "wifi",
                      "viewModel": { "title": "Wi-Fi" }, "child": "wifi" } ] } ] }
            """,
            "wifi": """
            { "title": "Wi-Fi", "sections": [ { "items": [
                { "identifier": "basic", "viewModel": { "title": "Orchard" } },
                { "identifier": "basic", "viewModel": { "title": "Sparrow" } } ] } ] }
            """,
        ]
        guard let text = texts[name] else { throw NoFile() }
        return Data(text.utf8)
    }

    @Test func `the blocks of the article are compiled, here or against the stand-in for UIKit`() throws {
        try expectCompiled(
            "Sources/DataSourcesViews/DataSourcesViews.docc/Migrating/MigratingFromAEViewModel.md",
            in: [
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromAEViewModel.swift",
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromAEViewModelTests.swift",
                "Tests/Adapters/Migrating/AEViewModelTable.swift",
            ])
    }

    @Test func `a file becomes a screen, whose children are loaded when they are opened`() async throws {
        let settings = try files.open("settings")
        #expect(settings.title == "Settings")
        #expect(settings.source.snapshot.map { $0.items.map(\.kind) } == [["toggle", "basic"]])
        let wifi = try #require(await settings.open(.named("wifi")))
        #expect(wifi.source.snapshot.itemCount == 2)
        #expect(try await settings.open(.named("airplane")) == nil)
    }

    @Test func `a switch is an edit of one row, which is one update`() async throws {
        let settings = try files.open("settings")
        let subscription = settings.source.subscribe()

        try await settings.source.updateItem(id: .named("airplane")) { row in
            var model = try row.item.model(as: FromAEViewModel.ToggleModel.self)
            model.isOn.toggle()
            row.item.viewModel = model
        }

        let update = try #require(await subscription.next())
        #expect(update.changes.items.updates.map(\.after) == [ItemPath(section: 0, item: 0)])
    }

    @Test func `what is decoded is encoded, and nothing is lost`() throws {
        let screen = try files.screen("settings")
        let encoder = JSONEncoder()
        var types = ViewModelRegistry()
        try types.register(FromAEViewModel.ToggleModel.self, for: "toggle")
        encoder.userInfo[.viewModels] = types
        let decoder = JSONDecoder()
        decoder.userInfo[.viewModels] = types
        #expect(try decoder.decode(StaticScreen.self, from: encoder.encode(screen)) == screen)
        // Without its type the toggle would be decoded as another one: it is refused, not left out.
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(screen) }
    }

    @Test func `a kind without a row is found before anything is shown`() throws {
        let rows = try RowFactory<ScreenRow, String>(kind: \.kind) {
            Row("basic") {
                ""
            } configure: { _, _ in
            }
        }
        #expect(rows.missingKinds(in: try files.screen("settings").kinds()) == ["toggle"])
    }
}
