import DataSourcesViews
import Foundation

/// The file of the tests: settings as a phone has them.
enum SettingsFile {
    static let text = """
        {
          "title": "Settings",
          "sections": [
            { "items": [ { "identifier": "profile", "viewModel": { "title": "Ann", "detail": "Account", "image": "grey" } } ] },
            {
              "items": [
                { "identifier": "airplane", "viewModel": { "title": "Airplane Mode", "image": "orange" } },
                {
                  "identifier": "wifi", "id": "wifi", "viewModel": { "title": "Wi-Fi", "detail": "Off", "image": "blue" },
                  "child": {
                    "title": "Wi-Fi",
                    "sections": [
                      { "items": [ { "identifier": "wifiSwitch", "viewModel": { "title": "Wi-Fi" } },
                                   { "identifier": "wifiNetwork", "viewModel": { "title": "home 5 GHz" } } ] },
                      { "header": "Choose a network…",
                        "items": [ { "identifier": "wifiNetwork", "viewModel": { "title": "Orchard" } },
                                   { "identifier": "wifiNetwork", "viewModel": { "title": "Sparrow" } } ] },
                      { "footer": "Known networks are joined automatically.",
                        "items": [ { "identifier": "joinSwitch", "viewModel": { "title": "Ask to join" } } ] }
                    ]
                  }
                },
                { "identifier": "bluetooth", "viewModel": { "title": "Bluetooth", "detail": "On" }, "child": "bluetooth" },
                { "identifier": "cellular", "viewModel": { "title": "Cellular" } },
                { "identifier": "hotspot", "viewModel": { "title": "Hotspot" } },
                { "identifier": "vpn", "viewModel": {} },
                { "identifier": "carrier", "viewModel": { "title": "Carrier" },
                  "child": { "title": "Carriers", "sections": [] } }
              ]
            }
          ]
        }
        """

    static func decode(
        _ text: String = text, _ registry: ViewModelRegistry = ViewModelRegistry()
    ) throws -> StaticScreen {
        let decoder = JSONDecoder()
        decoder.userInfo[.viewModels] = registry
        return try decoder.decode(StaticScreen.self, from: Data(text.utf8))
    }

    static func encode(
        _ screen: StaticScreen, _ registry: ViewModelRegistry = ViewModelRegistry()
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.userInfo[.viewModels] = registry
        return String(decoding: try encoder.encode(screen), as: UTF8.self)
    }

    /// The same text in the form that `encode` gives it.
    static func canonical(_ text: String = text) throws -> String {
        let value = try JSONDecoder().decode(OpaqueValue.self, from: Data(text.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// A view model of one's own.
struct SwitchModel: ViewModel {
    var title: String
    var isOn = false
}
