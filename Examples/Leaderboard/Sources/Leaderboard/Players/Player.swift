/// One of those who play.
struct Player: Identifiable, Equatable, Sendable {
    let id: Int
    let country: String
    var score: Int
}

extension Player {
    /// Where players come from.
    static let countries = [
        "AR", "AU", "BR", "CA", "CL", "CN", "CZ", "DE", "EG", "ES", "FI", "FR", "GB", "GR", "IN", "IT", "JP", "KE",
        "KR", "MX", "NG", "NL", "NO", "NZ", "PE", "PL", "PT", "SE", "TR", "US",
    ]

    /// So many players, from 1 on, with scores below 100,000.
    static func all(_ count: Int, using random: inout some RandomNumberGenerator) -> [Player] {
        (0..<count).map { place in
            Player(
                id: place + 1,
                country: countries[Int.random(in: countries.indices, using: &random)],
                score: Int.random(in: 0..<100_000, using: &random)
            )
        }
    }
}
