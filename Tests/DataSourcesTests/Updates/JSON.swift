import Foundation
import TestKit

/// A JSON value that can be spoilt at random.
enum JSON: Codable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }

    /// What a value is written as.
    init(_ value: some Encodable) throws {
        self = try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value))
    }

    /// Reads a value from text written as JSON.
    static func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(text.utf8))
    }

    func read<T: Decodable>(_ type: T.Type) throws -> T {
        try JSONDecoder().decode(T.self, from: JSONEncoder().encode(self))
    }

    /// What `value` is after it has been written and read again.
    static func roundTrip<T: Codable>(_ value: T) throws -> T {
        try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value))
    }
}

// MARK: Spoiling

extension JSON {
    /// The value with one change somewhere in it.
    func spoilt(_ random: inout Random) -> JSON {
        let places = places
        return changed(at: places[random.below(places.count)][...]) { $0.spoiltItself(&random) }
    }

    private enum Step {
        case index(Int)
        case key(String)
    }

    /// The ways to this value and to all values in it.
    private var places: [[Step]] {
        switch self {
        case .array(let values):
            [[]] + values.enumerated().flatMap { index, value in value.places.map { [.index(index)] + $0 } }
        case .object(let values):
            [[]] + values.sorted { $0.key < $1.key }.flatMap { key, value in value.places.map { [.key(key)] + $0 } }
        default: [[]]
        }
    }

    private func changed(at place: ArraySlice<Step>, _ change: (JSON) -> JSON) -> JSON {
        switch (self, place.first) {
        case (.array(var values), .index(let index)):
            values[index] = values[index].changed(at: place.dropFirst(), change)
            return .array(values)
        case (.object(var values), .key(let key)):
            values[key] = values[key]?.changed(at: place.dropFirst(), change)
            return .object(values)
        default: return change(self)
        }
    }

    private func spoiltItself(_ random: inout Random) -> JSON {
        if random.below(12) == 0 {
            return [.null, .bool(true), .string("spoilt"), .array([]), .object([:])][random.below(5)]
        }
        switch self {
        case .int(let value):
            let near = [value &+ 1, value &- 1, -value, value &* 2, 0, 1, 2][random.below(7)]
            let far = [Int.max, .min, .max - 1, 1 << 62, -1 << 40, 1 << 31, 1 << 20][random.below(7)]
            return random.below(3) == 0 ? .int(far) : random.below(20) == 0 ? .double(1e300) : .int(near)
        case .array(var values):
            guard !values.isEmpty else { return .array([.int(random.below(3))]) }
            let (one, other) = (random.below(values.count), random.below(values.count))
            switch random.below(4) {
            case 0: values.remove(at: one)
            case 1: values.insert(values[one], at: other)
            case 2: values.swapAt(one, other)
            default: values[one] = values[other]
            }
            return .array(values)
        case .object(var values):
            guard let key = values.keys.sorted().randomElement(using: &random) else { return .null }
            if random.below(2) == 0 {
                values[key] = nil
            } else if let other = values.keys.sorted().randomElement(using: &random) {
                (values[key], values[other]) = (values[other], values[key])
            }
            return .object(values)
        default:
            return .int(random.below(5) - 1)
        }
    }
}
