import DataSourcesViews
import Foundation
import TestKit
import Testing

struct StaticScreenTests {
    @Test func `T28: the settings have a title, two sections, eight kinds, and a child of three sections`() throws {
        let screen = try SettingsFile.decode()
        #expect(screen.title == "Settings")
        #expect(screen.sections.map(\.items.count) == [1, 7])
        #expect(
            screen.kinds() == ["profile", "airplane", "wifi", "bluetooth", "cellular", "hotspot", "vpn", "carrier"])
        #expect(
            screen.kinds(withChildren: true).prefix(6) == [
                "profile", "airplane", "wifi", "wifiSwitch", "wifiNetwork", "joinSwitch",
            ])
        guard case .screen(let wifi)? = screen.sections[1].items[1].child else {
            Issue.record("wifi leads nowhere")
            return
        }
        #expect(wifi.sections.map(\.header) == [nil, "Choose a network…", nil])
        #expect(wifi.sections[2].footer == "Known networks are joined automatically.")
        let kinds: [RowKind] = wifi.sections.flatMap { $0.items.map(\.kind) }
        #expect(kinds == ["wifiSwitch", "wifiNetwork", "wifiNetwork", "wifiNetwork", "joinSwitch"])
        #expect(screen.sections[1].items[2].child == .named("bluetooth"))
        #expect(try screen.sections[1].items[5].model(as: BasicViewModel.self) == BasicViewModel())
    }

    @Test func `a screen that is encoded and decoded is equal, and so is the file`() throws {
        let screen = try SettingsFile.decode()
        let text = try SettingsFile.encode(screen)
        #expect(try SettingsFile.decode(text) == screen)
        #expect(try text == SettingsFile.canonical())
    }

    @Test func `keys that are not known are ignored but not lost, at every level`() throws {
        let text = """
            { "schema": 3, "sections": [ { "style": { "inset": [ 1, 2.5, null ] }, "items": [
                { "identifier": "a", "tags": [ true, "x", {} ], "big": 18446744073709551615,
                  "viewModel": { "title": "A", "colour": "red" }, "child": { "sections": [], "modal": false } } ] } ] }
            """
        let screen = try SettingsFile.decode(text)
        #expect(screen.unknownKeys == ["schema": .integer(3)])
        #expect(
            screen.sections[0].unknownKeys == [
                "style": .object(["inset": .array([.integer(1), .number(2.5), .null])])
            ])
        #expect(screen.sections[0].items[0].unknownKeys["tags"] == .array([.bool(true), .string("x"), .object([:])]))
        #expect(try SettingsFile.encode(screen) == SettingsFile.canonical(text))
    }

    @Test func `view models have the registered types, both ways`() throws {
        var registry = ViewModelRegistry()
        try registry.register(SwitchModel.self, for: "airplane", "wifiSwitch")
        let text = """
            { "sections": [ { "items": [
                { "identifier": "airplane", "viewModel": { "title": "Airplane", "isOn": true } },
                { "identifier": "other", "viewModel": { "title": "Other" } } ] } ] }
            """
        let screen = try SettingsFile.decode(text, registry)
        let items = screen.sections[0].items
        #expect(try items[0].model(as: SwitchModel.self) == SwitchModel(title: "Airplane", isOn: true))
        #expect(throws: ScreenError.self) { try items[1].model(as: SwitchModel.self) }
        #expect(try SettingsFile.encode(screen, registry) == SettingsFile.canonical(text))
        // Without the registry it could not be decoded as it was: nothing is dropped silently.
        let error = #expect(throws: EncodingError.self) { try SettingsFile.encode(screen) }
        guard case .invalidValue(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue).last == "viewModel")
        #expect(context.debugDescription.contains("register SwitchModel"))
    }

    @Test func `a kind is registered once, and a strict registry refuses kinds it does not know`() throws {
        var registry = ViewModelRegistry(fallback: nil)
        try registry.register(BasicViewModel.self, for: "a")
        #expect(throws: ScreenError.duplicateKind("a")) { try registry.register(SwitchModel.self, for: "b", "a") }
        #expect(registry.type(for: "b") == nil)
        let text = #"{ "sections": [ { "items": [ { "identifier": "b", "viewModel": {} } ] } ] }"#
        let found = try message(of: text, registry)
        #expect(found.hasPrefix("at sections[0].items[0].identifier: the kind b is not"))
    }

    @Test(arguments: [
        (#"{}"#, "at sections: "),
        (#"{ "sections": [ {} ] }"#, "at sections[0].items: "),
        (#"{ "sections": [ { "items": [ { "viewModel": {} } ] } ] }"#, "at sections[0].items[0].identifier: "),
        (#"{ "sections": [ { "items": [ { "identifier": "a" } ] } ] }"#, "at sections[0].items[0].viewModel: "),
        (
            #"{ "sections": [ { "items": [ { "identifier": "a", "viewModel": { "title": 1 } } ] } ] }"#,
            "at sections[0].items[0].viewModel.title: "
        ),
        (#"{ "title": [], "sections": [] }"#, "at title: "),
        (#"[]"#, "at the top: "),
        (
            #"{ "sections": [ { "items": [ { "identifier": "a", "viewModel": {}, "child": { "sections": [ 1 ] } } ] } ] }"#,
            "at sections[0].items[0].child.sections[0]: "
        ),
        (
            #"{ "sections": [ { "items": [ { "identifier": "a", "viewModel": {}, "child": 7 } ] } ] }"#,
            "at sections[0].items[0].child: "
        ),
        (
            """
            { "sections": [ { "items": [] }, { "items": [ { "id": "x", "identifier": "a", "viewModel": {} },
                { "id": "x", "identifier": "b", "viewModel": {} } ] } ] }
            """, "at sections[1].items[1].id: the id x occurs twice"
        ),
        (
            #"{ "sections": [ { "id": "x", "items": [] }, { "id": "x", "items": [] } ] }"#,
            "at sections[1].id: the id x occurs twice"
        ),
    ])
    func `an error names the path`(text: String, start: String) throws {
        let found = try message(of: text)
        #expect(found.hasPrefix(start), "\(found)")
    }

    private func message(of text: String, _ registry: ViewModelRegistry = ViewModelRegistry()) throws -> String {
        let error = #expect(throws: DecodingError.self) { try SettingsFile.decode(text, registry) }
        switch error {
        case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?, .keyNotFound(_, let context)?,
            .dataCorrupted(let context)?:
            return context.debugDescription
        default: return "\(String(describing: error))"
        }
    }

    @Test(arguments: seeds(60))
    func `law: any screen survives encoding and decoding`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var registry = ViewModelRegistry()
        try registry.register(SwitchModel.self, for: "switch")
        let screen = Self.screen(&random, depth: 3)
        let text = try SettingsFile.encode(screen, registry)
        #expect(try SettingsFile.decode(text, registry) == screen)
        #expect(try SettingsFile.encode(SettingsFile.decode(text, registry), registry) == text)
    }

    private static func screen(_ random: inout Random, depth: Int) -> StaticScreen {
        let texts = [nil, "", "a", "é\u{1F600}\n\"", "null"]
        var number = 0
        let sections = (0..<random.below(4)).map { _ in
            let items = (0..<random.below(4)).map { _ in
                number += 1
                let isSwitch = random.below(2) == 0
                let model: any ViewModel =
                    isSwitch
                    ? SwitchModel(title: texts[1 + random.below(4)] ?? "", isOn: random.below(2) == 0)
                    : BasicViewModel(title: texts[random.below(5)], detail: texts[random.below(5)])
                let child: StaticScreen.Child? =
                    switch random.below(4) {
                    case 0 where depth > 0: .screen(Self.screen(&random, depth: depth - 1))
                    case 1: .named(texts[1 + random.below(4)] ?? "")
                    default: nil
                    }
                return StaticScreen.Item(
                    isSwitch ? "switch" : "basic", id: random.below(2) == 0 ? "\(number)" : nil, viewModel: model,
                    child: child)
            }
            return StaticScreen.Section(header: texts[random.below(5)], footer: texts[random.below(5)], items: items)
        }
        return StaticScreen(title: texts[random.below(5)], sections: sections)
    }
}
