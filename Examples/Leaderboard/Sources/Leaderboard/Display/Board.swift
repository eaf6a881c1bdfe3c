import Console
import DataSources
import DataSourcesViews
import TerminalViews

/// What there is to see: a presentation and a display for each view, and the costs.
///
/// It needs no terminal: in one it is drawn, and elsewhere its ``line`` is printed.
@MainActor
final class Board: TerminalContent {
    let options: Options
    let views: Views
    let top: TerminalDisplay<ListSnapshot<Player>>
    let countries: TerminalDisplay<ListSnapshot<Keyed<String, Total>>>
    let standing = ValueDisplay<Standing>()
    /// The list that keys are for.
    var focus = Focus.top
    /// The first line of the help that is shown; `nil` while it is closed.
    var helpStart: Int?

    enum Focus {
        case top, countries
    }

    /// Gets a value each time that there is something to draw; several count as one.
    let wishes: AsyncStream<Void>
    private let drawing: AsyncStream<Void>.Continuation

    private let topPresentation: Presentation<ListSnapshot<Player>>
    private let standingPresentation: Presentation<ValueSnapshot<Standing>>
    private let countriesPresentation: Presentation<ListSnapshot<Keyed<String, Total>>>
    private var counted = Costs()
    private let begun: ContinuousClock.Instant
    private let cpuTimeBefore: Duration
    /// How many differences the source of the players has computed.
    private let differences: @Sendable () -> Int

    /// Asks the views for what there is, which builds each with all that it is derived from.
    ///
    /// - Parameters:
    ///   - views: The views.
    ///   - options: What the command line asks for.
    ///   - differences: How many differences have been computed so far.
    init(of views: Views, options: Options, differences: @escaping @Sendable () -> Int) async {
        (self.views, self.options, self.differences) = (views, options, differences)
        let start = ContinuousClock.now
        topPresentation = await Presentation(of: views.top)
        let topBuilt = ContinuousClock.now
        standingPresentation = await Presentation(of: views.standing)
        let standingBuilt = ContinuousClock.now
        countriesPresentation = await Presentation(of: views.countries)
        begun = .now
        cpuTimeBefore = Meter.cpuTime
        counted.tallies = [
            .top: Costs.Tally(builtIn: topBuilt - start), .standing: Costs.Tally(builtIn: standingBuilt - topBuilt),
            .countries: Costs.Tally(builtIn: begun - standingBuilt),
        ]
        (wishes, drawing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        top = TerminalDisplay { player, width, isSelected in player.line.marked(isSelected, width: width) }
        countries = TerminalDisplay { country, width, isSelected in country.line.marked(isSelected, width: width) }
        attach()
    }

    private func attach() {
        let needsDrawing = needsDrawing
        (top.onChange, countries.onChange, standing.onChange) = (needsDrawing, needsDrawing, needsDrawing)
        top.onUpdate = { [weak self] in self?.count($0.changes.count, of: .top) }
        countries.onUpdate = { [weak self] in self?.count($0.changes.count, of: .countries) }
        standing.onUpdate = { [weak self] in self?.count($0.changes.count, of: .standing) }
        // What is drawn once a second needs one update a second, however much happens in it.
        (top.frameTime, countries.frameTime, standing.frameTime) = (
            options.interval, options.interval, options.interval
        )
        topPresentation.attach(top)
        countriesPresentation.attach(countries)
        standingPresentation.attach(standing)
    }

    /// Says that there is something to draw.
    var needsDrawing: @Sendable () -> Void { { [drawing] in drawing.yield() } }

    /// Follows the views until the task is cancelled.
    func follow() async {
        await withTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { await self.followTop() }
            group.addTask { await self.followStanding() }
            group.addTask { await self.followCountries() }
        }
    }

    private func followTop() async { await topPresentation.run() }
    private func followStanding() async { await standingPresentation.run() }
    private func followCountries() async { await countriesPresentation.run() }

    private func count(_ changes: Int, of view: View) {
        counted.tallies[view, default: Costs.Tally()].updates += 1
        counted.tallies[view, default: Costs.Tally()].changes += changes
    }

    /// The writer has made so many score changes.
    func made(changes: Int) {
        counted.scoreChanges += changes
    }

    /// The costs until now.
    var costs: Costs {
        var costs = counted
        costs.elapsed = .now - begun
        costs.cpuTime = Meter.cpuTime - cpuTimeBefore
        costs.peakMemory = Meter.peakMemory
        costs.differencesComputed = differences()
        return costs
    }
}

extension Line {
    /// A row of a list: a selected one stands out over the whole width.
    fileprivate func marked(_ isSelected: Bool, width: Int) -> Line {
        isSelected ? fitted(to: width).styled(.selected) : self
    }
}
