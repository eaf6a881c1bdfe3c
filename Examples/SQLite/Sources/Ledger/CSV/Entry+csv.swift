extension Entry {
    /// The first line of a file.
    static let titles = ["date", "account", "payee", "category", "amount", "note"]

    /// Reads a record of a file; the id is given by the database.
    ///
    /// - Throws: ``LedgerError`` with what is wrong.
    init(_ record: CSVReader.Record) throws {
        if let problem = record.problem { throw LedgerError(problem) }
        let fields = record.fields
        guard fields.count == Self.titles.count else {
            throw LedgerError("\(fields.count) fields, not \(Self.titles.count)")
        }
        guard Day.isValid(fields[0]) else { throw LedgerError("\"\(fields[0])\" is no date like 2024-03-05") }
        guard let cents = Cents.parse(fields[4]) else { throw LedgerError("\"\(fields[4])\" is no amount like -12.34") }
        if let empty = [1, 2, 3].first(where: { fields[$0].isEmpty }) { throw LedgerError("no \(Self.titles[empty])") }
        self.init(
            id: 0, day: fields[0], account: fields[1], payee: fields[2], category: fields[3], cents: cents,
            note: fields[5])
    }

    /// A line of a file.
    var csv: String {
        let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        let number = (cents < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
        return [day, account, payee, category, number, note].map(Self.quoted).joined(separator: ",") + "\n"
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
