import DataSourcesViews
import Testing

struct RowFactoryTests {
    @Test func `the first row whose condition holds makes, configures and updates`() throws {
        let factory = try RowFactory<Worker, any Cell>.sample()
        #expect(factory.kinds == ["boss", "worker"])
        #expect(try factory.kind(of: Worker(1, "Ann", .boss)) == "boss")
        #expect(try factory.kind(of: Worker(1, "Ann", .cook)) == "worker")
        let cell = try factory.make("boss")
        #expect(cell is ManagerCell)
        try factory.configure(cell, for: Worker(1, "Ann", .boss))
        try factory.update(cell, from: Worker(1, "Ann", .boss), to: Worker(1, "Anna", .boss))
        #expect(cell.log == ["boss Ann", "Ann to Anna"])
    }

    @Test func `an update without a handler configures again`() throws {
        let factory = try RowFactory<Worker, any Cell>.sample()
        let cell = try factory.make("worker")
        try factory.update(cell, from: Worker(1, "Ann"), to: Worker(1, "Anna"))
        try factory.prepareForReuse(cell, of: "worker")
        #expect(cell.log == ["Anna", "cleared"])
    }

    @Test func `handlers fall back from the kind to the factory to the library, each on its own`() throws {
        let fallbacks = RowHandlers<Worker, any Cell>(
            configure: { $0.log.append("any \($1.name)") },
            update: { $0.log.append("any \($1.name) to \($2.name)") })
        let factory = try RowFactory<Worker, any Cell>(kind: { RowKind($0.role.rawValue) }, fallbacks: fallbacks) {
            Row("boss") {
                ManagerCell()
            } configure: {
                $0.log.append("boss \($1.name)")
            }
            Row("clerk") { PlainCell() }
            Row("cook") {
                PlainCell()
            } update: {
                $0.log.append("cook \($1.name) to \($2.name)")
            }
        }
        let log = try Worker.Role.allCases.map { role in
            let cell = try factory.make(RowKind(role.rawValue))
            try factory.configure(cell, for: Worker(1, "a", role))
            try factory.update(cell, from: Worker(1, "a", role), to: Worker(1, "b", role))
            try factory.prepareForReuse(cell, of: RowKind(role.rawValue))
            return cell.log
        }
        #expect(log == [["boss a", "any a to b"], ["any a", "any a to b"], ["any a", "cook a to b"]])
    }

    @Test func `a kind occurs once`() {
        let error = #expect(throws: RowError.self) {
            try RowFactory<Worker, any Cell> {
                Row("a", where: { _ in true }) {
                    PlainCell()
                } configure: { _, _ in
                }
                Row("b", where: { _ in true }) {
                    PlainCell()
                } configure: { _, _ in
                }
                Row("a", where: { _ in true }) {
                    PlainCell()
                } configure: { _, _ in
                }
                Row("a") {
                    PlainCell()
                } configure: { _, _ in
                }
                Row("b") {
                    PlainCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(error?.code == .duplicateKinds)
        #expect(error?.kinds == ["a", "b"])
    }

    @Test func `every item has a row`() {
        let open = #expect(throws: RowError.self) {
            try RowFactory<Worker, any Cell> {
                Row("a", where: { $0.id == 1 }) {
                    PlainCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(open?.code == .missingKinds)
        let incomplete = #expect(throws: RowError.self) {
            try RowFactory<Worker, any Cell>(kind: \.role) {
                Row("cook") {
                    PlainCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(incomplete?.code == .missingKinds)
        #expect(incomplete?.kinds == ["boss", "clerk"])
        #expect(incomplete?.description.contains("[boss, clerk]") == true)
        let empty = #expect(throws: RowError.self) { try RowFactory<Worker, any Cell> {} }
        #expect(empty?.code == .missingKinds)
    }

    @Test func `a row that can never be used is a mistake`() {
        let behind = #expect(throws: RowError.self) {
            try RowFactory<Worker, any Cell> {
                Row("a") {
                    PlainCell()
                } configure: { _, _ in
                }
                Row("b", where: { $0.id == 1 }) {
                    PlainCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(behind?.code == .unreachableKinds)
        #expect(behind?.kinds == ["b"])
        let conditional = #expect(throws: RowError.self) {
            try RowFactory<Worker, any Cell>(kind: { _ in "a" }) {
                Row("a", where: { $0.id == 1 }) {
                    PlainCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(conditional?.code == .unreachableKinds)
    }

    @Test func `a kind that nothing configures is a mistake`() {
        let error = #expect(throws: RowError.self) {
            try RowFactory<Worker, any Cell> { Row("a") { PlainCell() } }
        }
        #expect(error?.code == .notConfigured)
        #expect(error?.kinds == ["a"])
    }

    @Test func `a class that is no subclass is found when the factory is built, and others when they are made`() throws
    {
        let early = #expect(throws: RowError.self) {
            try RowFactory<Worker, PlainCell> {
                Row("a") {
                    ManagerCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(early?.code == .wrongView)
        let factory = try RowFactory<Worker, any Cell> {
            Row("a") {
                "text"
            } configure: { _, _ in
            }
        }
        let late = #expect(throws: RowError.self) { try factory.make("a") }
        #expect(late?.code == .wrongView)
        #expect(late?.description.contains("String") == true)
    }

    @Test func `a view of another kind is refused and left alone`() throws {
        let factory = try RowFactory<Worker, any Cell>.sample()
        let cell = PlainCell()
        for use in [
            { try factory.configure(cell, for: Worker(1, "", .boss)) },
            { try factory.update(cell, from: Worker(1, "", .boss), to: Worker(1, "a", .boss)) },
            { try factory.prepareForReuse(cell, of: "boss") },
        ] {
            #expect(throws: RowError.self) { try use() }
        }
        #expect(cell.log == [])
    }

    @Test func `items of a kind that was not announced have the fallback's row, or an error that names the kind`()
        throws
    {
        let strict = try RowFactory<Worker, any Cell>(kind: { RowKind($0.name) }) {
            Row("a") {
                PlainCell()
            } configure: { _, _ in
            }
        }
        let error = #expect(throws: RowError.self) { try strict.kind(of: Worker(1, "b")) }
        #expect(error?.code == .unknownKind)
        #expect(error?.kinds == ["b"])
        #expect(strict.missingKinds(in: ["b", "a", "c", "b"]) == ["b", "c"])
        let lenient = try RowFactory<Worker, any Cell>(kind: { RowKind($0.name) }, kinds: ["a", "z"]) {
            Row("a") {
                PlainCell()
            } configure: { _, _ in
            }
            Row(.fallback) {
                ManagerCell()
            } configure: { _, _ in
            }
        }
        #expect(try lenient.kind(of: Worker(1, "b")) == .fallback)
        #expect(try lenient.make("b") is ManagerCell)
        #expect(lenient.missingKinds(in: ["b"]) == [])
    }

    @Test func `rows can be listed by a condition or a loop`() throws {
        let isWide = true
        let factory = try RowFactory<Worker, any Cell>(kind: \.role) {
            for role in Worker.Role.allCases where role != .cook {
                Row(RowKind(role.rawValue)) {
                    PlainCell()
                } configure: { _, _ in
                }
            }
            if isWide {
                Row("cook") {
                    ManagerCell()
                } configure: { _, _ in
                }
            } else {
                Row("cook") {
                    PlainCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(factory.kinds == ["boss", "clerk", "cook"])
        #expect(try factory.make("cook") is ManagerCell)
    }
}
