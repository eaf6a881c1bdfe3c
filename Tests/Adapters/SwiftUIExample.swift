import DataSources
import DataSourcesViews
import SwiftUI

// The code of the article "Displaying a source" for SwiftUI.

struct StaffView: View {
    @State private var staff: ObservedList<Employee>

    init(_ source: ListSource<Employee>) { _staff = State(wrappedValue: ObservedList(of: source)) }

    var body: some View {
        List(staff.ids, id: \.self) { id in
            EmployeeView(row: staff[id: id])
        }
        .task { await staff.run() }
    }
}

struct EmployeeView: View {
    let row: ObservedRow<Employee>?

    var body: some View { Text(row?.name ?? "") }
}
