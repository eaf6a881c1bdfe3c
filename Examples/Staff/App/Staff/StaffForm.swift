import DataSourcesViews
import StaffModel
import SwiftUI

/// Edits a person, or adds one.
struct StaffForm: View {
    /// What the form is for.
    enum Purpose: Identifiable {
        case hire
        case edit(Person)

        var id: Person.ID? {
            switch self {
            case .hire: nil
            case .edit(let person): person.id
            }
        }
    }

    private let screen: StaffScreen
    /// The person as it was when the form opened: only what is changed here is sent.
    private let original: Person?
    @State private var edited: Person
    @State private var department: Department.ID
    @Environment(\.dismiss) private var dismiss

    init(purpose: Purpose, screen: StaffScreen) {
        self.screen = screen
        if case .edit(let person) = purpose { original = person } else { original = nil }
        _edited = State(wrappedValue: original ?? Person(id: "", name: "", role: ""))
        _department = State(wrappedValue: screen.people?.sectionIDs.first ?? "")
    }

    var body: some View {
        NavigationStack {
            Form {
                TextField("Name", text: $edited.name)
                TextField("Role", text: $edited.role)
                if original == nil {
                    Picker("Department", selection: $department) {
                        if let people = screen.people {
                            ForEach(people.sections) { section in Text(section.header.name).tag(section.id) }
                        }
                    }
                } else {
                    Toggle("Away today", isOn: $edited.isAway)
                }
            }
            .navigationTitle(original == nil ? "Hire" : "Edit")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { save() }.disabled(edited.name.isEmpty || original == nil && department.isEmpty)
                }
            }
        }
        .frame(minWidth: 320, minHeight: 240)
    }

    private func save() {
        if let original {
            screen.change(from: original, to: edited)
        } else {
            screen.hire(edited.name, as: edited.role, in: department)
        }
        dismiss()
    }
}
