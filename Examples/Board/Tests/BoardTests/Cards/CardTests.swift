import DataSources
import Foundation
import Testing

@testable import BoardKit

@Suite struct CardTests {
    @Test func `A label has one bit, in the order of the labels`() {
        #expect(CardLabel.allCases.map(\.bit) == [1, 2, 4, 8, 16, 32])
        #expect(CardLabel.bits == 63)
        for bits in 0...CardLabel.bits {
            #expect(CardLabel.labels(bits).reduce(0) { $0 | $1.bit } == bits)
        }
    }

    @Test func `A card without labels and a day has the JSON of before there were any`() throws {
        let before = #"{"created":7,"id":"c1","title":"Milk"}"#
        let card = try JSONDecoder().decode(Card.self, from: Data(before.utf8))
        #expect(card == Card(id: "c1", title: "Milk", created: 7))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(card), as: UTF8.self) == before)
    }

    @Test func `Labels and the day are names and a text in JSON`() throws {
        let card = Card(id: "c1", title: "Milk", created: 7, labels: [.green, .blue], due: try Day("2026-11-03"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(card)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"created":7,"due":"2026-11-03","id":"c1","labels":["green","blue"],"title":"Milk"}"#)
        #expect(try JSONDecoder().decode(Card.self, from: data) == card)
        #expect(card != Card(id: "c1", title: "Milk", created: 7, labels: [.green], due: card.due))
        #expect(card != Card(id: "c1", title: "Milk", created: 7, labels: card.labels))
    }
}
