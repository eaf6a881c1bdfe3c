import DataSources

/// Keeps what the views have shown, and counts.
actor Board {
    private var picture: Picture
    private var begun = ContinuousClock.now
    private var cpuTimeBefore = Meter.cpuTime

    init(options: Options) {
        picture = Picture(options: options)
    }

    func built(_ view: View, in time: Duration) {
        picture.tallies[view, default: Picture.Tally()].builtIn = time
    }

    /// What the views show to begin with; costs are counted from here.
    func begin(
        _ top: ListSnapshot<Player>,
        _ standing: ValueSnapshot<Standing>,
        _ countries: ListSnapshot<Keyed<String, Total>>
    ) {
        picture.top = top
        picture.standing = standing.value
        picture.countries = countries
        begun = .now
        cpuTimeBefore = Meter.cpuTime
    }

    func show(top update: Update<ListSnapshot<Player>>) {
        picture.top = update.after
        count(update.changes, of: .top)
    }

    func show(standing update: Update<ValueSnapshot<Standing>>) {
        picture.standing = update.after.value
        count(update.changes, of: .standing)
    }

    func show(countries update: Update<ListSnapshot<Keyed<String, Total>>>) {
        picture.countries = update.after
        count(update.changes, of: .countries)
    }

    func made(changes: Int) {
        picture.scoreChanges += changes
    }

    /// What there is to see now.
    func now(differencesComputed: Int) -> Picture {
        var picture = picture
        picture.elapsed = .now - begun
        picture.cpuTime = Meter.cpuTime - cpuTimeBefore
        picture.peakMemory = Meter.peakMemory
        picture.differencesComputed = differencesComputed
        return picture
    }

    private func count(_ changes: ListChanges, of view: View) {
        picture.tallies[view, default: Picture.Tally()].updates += 1
        picture.tallies[view, default: Picture.Tally()].changes += changes.count
    }
}
