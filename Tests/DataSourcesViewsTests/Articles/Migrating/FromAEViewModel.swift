import DataSources
import DataSourcesViews
import Foundation

// The code of the article "Migrating from AEViewModel" that needs no toolkit.
enum FromAEViewModel {
    struct ToggleModel: ViewModel {
        var title: String
        var isOn = false
    }

    /// The screens of the settings, as a file describes them.
    struct SettingsFiles: Sendable {
        let data: @Sendable (_ name: String) throws -> Data

        func screen(_ name: String) throws -> StaticScreen {
            var types = ViewModelRegistry()
            try types.register(ToggleModel.self, for: "toggle")
            let decoder = JSONDecoder()
            decoder.userInfo[.viewModels] = types
            return try decoder.decode(StaticScreen.self, from: data(name))
        }

        func open(_ name: String) throws -> OpenScreen {
            try OpenScreen(screen(name)) { child in try screen(child) }
        }
    }
}
