import Testing

@testable import TerminalViews

@Suite struct RowCursorTests {
    private static func cursor(count: Int = 100, height: Int = 10) -> RowCursor {
        var cursor = RowCursor()
        cursor.rowsChanged(count: count, selection: nil)
        cursor.heightChanged(height)
        return cursor
    }

    @Test func `The first key selects a row in view`() {
        var cursor = Self.cursor()
        cursor.selectionMoved(by: 1)
        #expect(cursor.selection == 0)
        cursor = Self.cursor()
        cursor.scrolled(by: 30)
        cursor.selectionMoved(by: 1)
        #expect((cursor.selection, cursor.offset) == (30, 30))
    }

    @Test func `The window follows the selection at either edge`() {
        var cursor = Self.cursor()
        cursor.selected(0)
        cursor.selectionMoved(by: 10)
        #expect((cursor.selection, cursor.offset) == (10, 1))
        cursor.selectionMoved(by: -10)
        #expect((cursor.selection, cursor.offset) == (0, 0))
        cursor.selectionMoved(by: 1000)
        #expect((cursor.selection, cursor.offset) == (99, 90))
    }

    @Test func `The window follows a selected row that an update moves`() {
        var cursor = Self.cursor()
        cursor.selected(3)
        cursor.rowsChanged(count: 100, selection: 50)
        #expect((cursor.selection, cursor.offset) == (50, 41))
    }

    @Test func `A window that was scrolled away stays there until a key moves the selection`() {
        var cursor = Self.cursor()
        cursor.selected(3)
        cursor.scrolled(by: 60)
        cursor.rowsChanged(count: 100, selection: 4)
        #expect((cursor.selection, cursor.offset) == (4, 60))
        cursor.selectionMoved(by: 1)
        #expect((cursor.selection, cursor.offset) == (5, 5))
    }

    @Test func `A shorter list or a higher window leaves no room behind the last row`() {
        var cursor = Self.cursor()
        cursor.scrolled(by: 1000)
        #expect(cursor.visible == 90..<100)
        cursor.rowsChanged(count: 20, selection: nil)
        #expect(cursor.visible == 10..<20)
        cursor.heightChanged(50)
        #expect(cursor.visible == 0..<20)
        cursor.rowsChanged(count: 0, selection: 5)
        #expect(cursor.visible.isEmpty)
        #expect(cursor.selection == nil)
    }

    @Test(arguments: 1...20) func `Whatever happens, the window is within the list and never has room to spare`(
        seed: UInt64
    ) {
        var random = Seeded(seed)
        var cursor = RowCursor()
        for _ in 0..<2000 {
            let number = Int.random(in: -30...60, using: &random)
            switch Int.random(in: 0...5, using: &random) {
            case 0: cursor.rowsChanged(count: number, selection: Bool.random(using: &random) ? number / 2 : nil)
            case 1: cursor.heightChanged(number)
            case 2: cursor.selectionMoved(by: number)
            case 3: cursor.selected(number)
            case 4: cursor.scrolled(by: number)
            default: cursor.rowsChanged(count: cursor.count, selection: cursor.selection)
            }
            #expect(cursor.offset >= 0)
            #expect(cursor.visible.count == min(cursor.count, cursor.height))
            if let selection = cursor.selection { #expect((0..<cursor.count).contains(selection)) }
        }
    }
}
