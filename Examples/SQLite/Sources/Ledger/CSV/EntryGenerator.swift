/// Makes up entries of a household over ten years, in the order of their days; the same for the same seed.
struct EntryGenerator: Sequence, IteratorProtocol {
    private static let shops: [(category: String, payees: [String], cents: ClosedRange<Int64>)] = [
        ("Groceries", ["Corner Market", "Green & Sons", "Dépôt Bio", "Harvest Hall"], 250...18_000),
        ("Restaurants", ["Luigi's \"Da Gino\"", "Noodle Bar", "Café Zentral"], 900...9_500),
        ("Transport", ["City Rail", "Fuel Point", "Bike Rental"], 180...7_500),
        ("Household", ["Hammer, Nail & Co.", "Lights Ltd", "Old Furniture"], 500...45_000),
        ("Leisure", ["Cinema Royal", "Book Cave", "Climbing Hall"], 700...12_000),
        ("Health", ["Pharmacy am Markt", "Dr. Weber"], 400...20_000),
    ]
    private static let accounts = ["Checking", "Credit Card", "Cash", "Joint", "Savings"]
    private static let notes = [
        "for Anna", "half of it is Tom's", "birthday, with cake", "said \"keep the change\"", "refund due",
    ]
    /// 2015-01-01.
    private static let firstDay = 16_436
    private static let days = 3653

    private let count: Int
    private var made = 0
    private var random: SplitMix

    init(count: Int, seed: UInt64) { (self.count, random) = (count, SplitMix(seed: seed)) }

    mutating func next() -> Entry? {
        guard made < count else { return nil }
        let day = Day.text(Self.firstDay + made * Self.days / count)
        defer { made += 1 }
        let note = Int.random(in: 0..<8, using: &random) == 0 ? Self.notes.randomElement(using: &random) ?? "" : ""
        let account = Self.accounts[
            Int.random(in: 0..<100, using: &random) * 3 / 100 + (made.isMultiple(of: 20) ? 2 : 0)]
        if made.isMultiple(of: 60) {
            return Entry(
                id: 0, day: day, account: "Checking", payee: "Employer Inc.", category: "Salary",
                cents: Int64.random(in: 220_000...310_000, using: &random), note: note)
        }
        let shop = Self.shops[Swift.min(Int.random(in: 0..<9, using: &random), Self.shops.count - 1)]
        // Small amounts are more frequent than large ones.
        let part = Double.random(in: 0..<1, using: &random)
        let cents =
            shop.cents.lowerBound + Int64(part * part * part * Double(shop.cents.upperBound - shop.cents.lowerBound))
        return Entry(
            id: 0, day: day, account: account, payee: shop.payees.randomElement(using: &random) ?? "",
            category: shop.category, cents: -cents, note: note)
    }
}

/// A generator of numbers from a seed: SplitMix64.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
