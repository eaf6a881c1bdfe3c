import DataSources
import DataSourcesViews
import SwiftUI

// The code of the article "Displaying a source" for SwiftUI.

struct StaffView: View {
    @State private var staff: ObservedList<Employee>

    init(_ source: ListSource<Employee>) { _staff = State(wrappedValue: ObservedList(of: source)) }

    var body: some View {
        List(staff.rows) { row in
            Text(row.value.name)
        }
        .task { await staff.run() }
    }
}
