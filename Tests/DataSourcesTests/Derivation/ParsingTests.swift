import DataSources
import DataSourcesTesting
import Testing

struct ParsingTests {
    @Test func `closures that fail: numbers and errors are two lists, and an item changes from one to the other`()
        throws
    {
        try SeededExecutor.run(seed: 0) { _ in
            let lines = try ListSource([Line(id: 1, text: "12"), Line(id: 2, text: "x"), Line(id: 3, text: "7")])
            let (numbers, errors) = lines.numbers()
            #expect(await numbers.snapshot.map { $0 } == [Keyed(id: 1, value: 12), Keyed(id: 3, value: 7)])
            #expect(await errors.snapshot.map { $0 } == [Keyed(id: 2, value: NotANumber(text: "x"))])
            try await lines.transaction { list in
                try list.update(Line(id: 2, text: "5"))
                try list.update(Line(id: 3, text: "y"))
            }
            #expect(await numbers.snapshot.map(\.value) == [12, 5])
            #expect(await errors.snapshot.map(\.id) == [3])
        }
    }
}
