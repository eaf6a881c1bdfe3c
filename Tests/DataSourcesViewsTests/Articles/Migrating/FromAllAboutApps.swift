import DataSources

// The code of the article "Migrating from allaboutapps/DataSource" that needs no toolkit.
enum FromAllAboutApps {
    struct Field: Identifiable, Equatable, Sendable {
        enum Kind: String, CaseIterable { case text, toggle }

        let id: String
        var kind: Kind
        var title: String
        var text = ""
        var isOn = false
    }

    struct Part: Identifiable, Equatable, Sendable {
        let id: String
        var title: String?
    }

    /// A form, and what of it is visible.
    final class Form: Sendable {
        let fields: SectionedSource<Part, Field>
        let visible: DerivedSource<SectionedSnapshot<Part, Field>>

        init() throws {
            fields = try SectionedSource([
                ItemSection(
                    Part(id: "name"),
                    items: [
                        Field(id: "first", kind: .text, title: "First name"),
                        Field(id: "last", kind: .text, title: "Last name"),
                        Field(id: "more", kind: .toggle, title: "Show more"),
                    ]),
                ItemSection(
                    Part(id: "more", title: "Additional fields"),
                    items: [Field(id: "email", kind: .text, title: "E-mail")]),
            ])
            let hasFirstName = fields.watching(id: "first").map { !$0.text.isEmpty }
            let wantsMore = fields.watching(id: "more").map { $0.isOn }
            let rows = fields.filter(by: hasFirstName) { field, hasFirstName in field.id != "last" || hasFirstName }
            visible = rows.filterSections(by: wantsMore) { part, wantsMore in part.id != "more" || wantsMore }
        }

        /// The person has typed; call it from the text field, on any thread.
        func typed(_ text: String, in field: Field.ID) {
            fields.submit { try $0.updateItem(id: field) { $0.text = text } }
        }

        /// The person has turned a switch.
        func turned(_ field: Field.ID, on isOn: Bool) {
            fields.submit { try $0.updateItem(id: field) { $0.isOn = isOn } }
        }
    }
}
