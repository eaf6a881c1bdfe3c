import Observation
import SwiftUI

// What SwiftUI refuses, one mistake for each condition. If the stand-ins accept it, they prove nothing about the others.

@Observable
final class Model {
    var text = ""
    var selection: Set<Int> = []
    let fixed = ""
}

struct MisuseView: View {
    @Bindable var model: Model
    let names: [String]

    #if CORRECT
    var body: some View {
        List(selection: $model.selection) {
            ForEach(names, id: \.self) { name in Text(name) }.onMove { _, _ in }
        }
        .searchable(text: $model.text)
    }
    #elseif MOVE_WITHOUT_GAP
    var body: some View { ForEach(names, id: \.self) { Text($0) }.onMove { (offsets: IndexSet) in } }
    #elseif MOVE_OF_A_STACK
    var body: some View { HStack { Text("") }.onMove { _, _ in } }
    #elseif ROWS_WITHOUT_ID
    var body: some View { ForEach(names) { Text($0) } }
    #elseif SELECTION_IS_A_LIST
    @State private var selection: [Int] = []
    var body: some View { List(selection: $selection) { Text("") } }
    #elseif SEARCH_OF_A_CONSTANT
    var body: some View { Text("").searchable(text: $model.fixed) }
    #elseif SHEET_WITHOUT_ID
    @State private var name: String?
    var body: some View { Text("").sheet(item: $name) { Text($0) } }
    #elseif ROW_IS_NO_VIEW
    var body: some View { List(names, id: \.self) { $0 } }
    #endif
}
