import Foundation

extension Plot {
    private static let height = 460.0
    private static let frame = (left: 70.0, top: 46.0, right: 520.0, bottom: 400.0)
    /// Legible on white and on black alike; the background is whatever the page has.
    private static let ink = "#757d87"
    private static let colours = [
        "#2f81f7", "#d4722a", "#2e9e4f", "#a35fe0", "#d8485f", "#1f9aa8", "#a8871e", "#8a8f98",
    ]

    /// Room for the longest name in the legend.
    private var width: Int {
        let longest = series.map(\.name.count).max() ?? 0
        return Int(Self.frame.right) + 60 + 7 * longest
    }

    /// The picture.
    var svg: String {
        let points = series.flatMap(\.points)
        let (xAxis, yAxis) = (LogarithmicAxis(points.map(\.x)), LogarithmicAxis(points.map(\.y)))
        let lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(Int(Self.height))" \
            width="\(width)" height="\(Int(Self.height))" font-family="sans-serif" font-size="13" \
            fill="\(Self.ink)" role="img">
            """,
            "<title>\(Self.escaped(title))</title>",
            text(title, x: Self.frame.left, y: 24, attributes: #"font-size="16" font-weight="bold""#),
        ]
        let parts = lines + xLines(xAxis) + yLines(yAxis) + drawings(xAxis, yAxis)
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    private func xLines(_ axis: LogarithmicAxis) -> [String] {
        let frame = Self.frame
        let ticks = axis.ticks.flatMap { tick in
            let x = Self.x(tick, axis)
            return [
                line(x, frame.top, x, frame.bottom, opacity: 0.3),
                text(LogarithmicAxis.label(tick), x: x, y: frame.bottom + 20, attributes: #"text-anchor="middle""#),
            ]
        }
        let middle = (frame.left + frame.right) / 2
        return ticks + [text(xTitle, x: middle, y: frame.bottom + 44, attributes: #"text-anchor="middle""#)]
    }

    private func yLines(_ axis: LogarithmicAxis) -> [String] {
        let frame = Self.frame
        let ticks = axis.ticks.flatMap { tick in
            let y = Self.y(tick, axis)
            return [
                line(frame.left, y, frame.right, y, opacity: 0.3),
                text(LogarithmicAxis.label(tick), x: frame.left - 8, y: y + 4, attributes: #"text-anchor="end""#),
            ]
        }
        let middle = (frame.top + frame.bottom) / 2
        let turned = #"text-anchor="middle" transform="rotate(-90 18 \#(middle))""#
        return ticks + [text(yTitle, x: 18, y: middle, attributes: turned)]
    }

    private func drawings(_ xAxis: LogarithmicAxis, _ yAxis: LogarithmicAxis) -> [String] {
        series.enumerated().flatMap { number, series in
            let colour = Self.colours[number % Self.colours.count]
            let stroke = Self.stroke(number, colour)
            let places = series.points.sorted { $0.x < $1.x }.map { (Self.x($0.x, xAxis), Self.y($0.y, yAxis)) }
            let path = places.map { "\(Self.figure($0.0)),\(Self.figure($0.1))" }.joined(separator: " ")
            let y = Self.frame.top + 10 + 22 * Double(number)
            let legend = Self.frame.right + 18
            var parts = [#"<polyline points="\#(path)" fill="none" \#(stroke)/>"#]
            parts += places.map { circle($0.0, $0.1, colour) }
            parts.append(
                #"<line x1="\#(legend)" y1="\#(y)" x2="\#(legend + 18)" y2="\#(y)" \#(stroke)/>"#
            )
            parts.append(circle(legend + 9, y, colour))
            parts.append(text(series.name, x: legend + 26, y: y + 4, attributes: #"font-size="12""#))
            return parts
        }
    }

    /// Once every colour has been used, lines are dashed.
    private static func stroke(_ number: Int, _ colour: String) -> String {
        let dashes = number < colours.count ? "" : #" stroke-dasharray="6 4""#
        return #"stroke="\#(colour)" stroke-width="2""# + dashes
    }

    private static func x(_ value: Double, _ axis: LogarithmicAxis) -> Double {
        frame.left + (frame.right - frame.left) * axis.place(value)
    }

    private static func y(_ value: Double, _ axis: LogarithmicAxis) -> Double {
        frame.bottom - (frame.bottom - frame.top) * axis.place(value)
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, opacity: Double) -> String {
        let places = [x1, y1, x2, y2].map(Self.figure)
        return #"<line x1="\#(places[0])" y1="\#(places[1])" x2="\#(places[2])" y2="\#(places[3])" "#
            + #"stroke="\#(Self.ink)" stroke-opacity="\#(opacity)"/>"#
    }

    private func circle(_ x: Double, _ y: Double, _ colour: String) -> String {
        #"<circle cx="\#(Self.figure(x))" cy="\#(Self.figure(y))" r="3.5" fill="\#(colour)"/>"#
    }

    private func text(_ text: String, x: Double, y: Double, attributes: String) -> String {
        #"<text x="\#(Self.figure(x))" y="\#(Self.figure(y))" \#(attributes)>\#(Self.escaped(text))</text>"#
    }

    private static func figure(_ value: Double) -> String { String(format: "%.1f", value) }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
    }
}
