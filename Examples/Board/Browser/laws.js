// Applies random frames to sheets and compares with arrays. The tests call it inside a page of the board.
async (seed, rounds) => {
  const { Fault, Replica, Sheet } = await import("/client.js")
  const random = n => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff, (seed >>> 8) % n)
  const chance = () => random(3) === 0
  const copy = value => JSON.parse(JSON.stringify(value))
  let made = 0

  const view = {
    key: item => item.id,
    make(item) {
      const row = document.createElement("li")
      row.append("", document.createElement("b"))
      row.lastChild.append("")
      row.body = document.createElement("ul")
      row.append(row.body)
      view.fill(row, item)
      return row
    },
    fill(row, fields) {
      if ("title" in fields) row.firstChild.data = fields.title
      if ("note" in fields) row.childNodes[1].firstChild.data = fields.note ?? ""
    },
  }
  const headers = { ...view } // items and sections are told apart by their views
  const text = item => `${item.title}/${item.note ?? ""}`
  const shown = row => `${row.firstChild.data}/${row.childNodes[1].firstChild.data}`
  const item = () => ({ id: `i${++made}`, title: `title ${made}`, ...(chance() && { note: "note" }) })

  /** The places of a longest ascending subsequence. */
  function ascending(numbers) {
    const tails = [], before = []
    numbers.forEach((number, i) => {
      let at = tails.findIndex(tail => numbers[tail] >= number)
      if (at < 0) at = tails.length
      before[i] = at ? tails[at - 1] : -1
      tails[at] = i
    })
    const places = new Set()
    for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]) places.add(i)
    return places
  }

  function edited(list, most, make) {
    const after = list.filter(() => random(5) > 0)
    for (let i = after.length; i-- > 1;) if (random(5) === 0) {
      const j = random(i + 1)
      ;[after[i], after[j]] = [after[j], after[i]]
    }
    for (let n = random(most); n-- > 0;) after.splice(random(after.length + 1), 0, make())
    return after
  }
  const altered = old => {
    if (random(4)) return old
    const { note, ...rest } = old
    return [{ ...old, title: `${old.title}!` }, rest, { ...old, note: `${note}?` }][random(3)]
  }

  /** A run for each place, or one for neighbours. */
  function runs(places, same) {
    const found = []
    for (const place of places) {
      const last = found.at(-1)
      if (last && same(last, place)) last.n++
      else found.push({ ...place, n: 1 })
    }
    return found
  }
  const patch = (at, old, now) => {
    if (random(4) === 0) return [...at, null, now]
    const fields = Object.fromEntries(Object.entries(now).filter(([name, value]) => old[name] !== value))
    const names = Object.keys(old).filter(name => !(name in now))
    return names.length ? [...at, fields, names] : [...at, fields]
  }

  /** The changes between two states, [{header, items}, …]. */
  function difference(before, after) {
    const changes = {}, sec = {}
    const put = (to, name, elements) => { if (elements.length) to[name] = elements }
    const length = n => n > 1 ? [n] : []
    const oldSections = new Map(before.map((section, i) => [section.header.id, i]))
    const newSections = new Map(after.map((section, i) => [section.header.id, i]))
    const staying = after.map(({ header }, to) => ({ to, from: oldSections.get(header.id) })).filter(s => s.from >= 0)
    const still = ascending(staying.map(s => s.from))
    const gone = before.map((section, i) => ({ i, id: section.header.id })).filter(({ id }) => !newSections.has(id))
    put(sec, "rm", runs(gone, (a, b) => a.i + a.n === b.i).map(({ i, n }) => [i, ...length(n)]))
    const moved = staying.filter((_, i) => !still.has(i))
    put(sec, "mv", runs(moved, (a, b) => a.from + a.n === b.from && a.to + a.n === b.to)
      .map(({ from, to, n }) => [from, to, ...length(n)]))
    put(sec, "in", after.flatMap((s, i) => oldSections.has(s.header.id) ? [] : [[i, [s.header]]]))
    put(sec, "up", staying.filter(s => before[s.from].header !== after[s.to].header)
      .map(s => patch([s.to], before[s.from].header, after[s.to].header)))

    const old = new Map(before.flatMap(({ items }, s) => items.map((item, i) => [item.id, { s, i, item }])))
    const now = new Set(after.flatMap(({ items }) => items.map(({ id }) => id)))
    const removed = before.flatMap(({ header, items }, s) =>
      newSections.has(header.id) ? items.flatMap(({ id }, i) => now.has(id) ? [] : [{ s, i }]) : [])
    put(changes, "rm", runs(removed, (a, b) => a.s === b.s && a.i + a.n === b.i)
      .map(({ s, i, n }) => [s, i, ...length(n)]))
    const moves = [], inserted = [], updates = []
    after.forEach(({ header, items }, t) => {
      const here = items.map((item, j) => ({ item, j, old: old.get(item.id) }))
      const stay = here.filter(({ old }) => old && before[old.s].header.id === header.id)
      const kept = ascending(stay.map(({ old }) => old.i)), fixed = new Set(stay.filter((_, i) => kept.has(i)))
      for (const place of here) {
        if (!place.old) inserted.push({ t, j: place.j, item: place.item })
        else if (!fixed.has(place)) moves.push({ s: place.old.s, i: place.old.i, t, j: place.j })
        if (place.old && place.old.item !== place.item) updates.push(patch([t, place.j], place.old.item, place.item))
      }
    })
    put(changes, "mv", runs(moves, (a, b) => a.s === b.s && a.t === b.t && a.i + a.n === b.i && a.j + a.n === b.j)
      .map(({ s, i, t, j, n }) => [s, i, t, j, ...length(n)]))
    put(changes, "in", runs(inserted, (a, b) => a.t === b.t && a.j + a.n === b.j)
      .map(({ t, j, n }) => [t, j, after[t].items.slice(j, j + n)]))
    put(changes, "up", updates)
    if (Object.keys(sec).length) changes.sec = sec
    return changes
  }

  /** The same frame in short forms, wherever there are any. */
  const short = ({ v, sec, ...changes }) => {
    const single = items => items.length === 1 && !Array.isArray(items[0])
    const runs = changes => Object.fromEntries(Object.entries(changes).map(([name, runs]) => {
      if (name === "in") runs = runs.map(run => single(run.at(-1)) ? [...run.slice(0, -1), run.at(-1)[0]] : run)
      return [name, runs.length === 1 ? runs[0] : runs]
    }))
    return { v: [v[0], v.length === 3 ? v[2] : v.slice(2)], ...(sec && { sec: runs(sec) }), ...runs(changes) }
  }

  const spoiled = frame => {
    const spoilt = copy(frame), lists = Object.values(spoilt).filter(value => value.length)
    const list = lists[random(lists.length)], i = random(list.length)
    if (Array.isArray(list[i]) && random(4)) list[i][0] = [-1, 1e9, 0.5, null, "a"][random(5)]
    else list[i] = typeof list[i] === "number" ? list[i] + 1 + random(5) : []
    return spoilt
  }

  for (const sectioned of [false, true]) for (let round = 0; round < rounds; round++) {
    const where = `round ${round}, ${sectioned ? "sections" : "a list"}: `
    const root = document.body.appendChild(document.createElement("ul"))
    const sheet = new Sheet(root, view, sectioned ? headers : null), replica = new Replica(sheet)
    const many = round % 5 === 0 ? 200 : 8 // more than 64 runs take another path
    const size = section => Array.from({ length: random(many) }, item)
    let state = sectioned ? Array.from({ length: random(5) }, () => ({ header: item(), items: size() }))
      : [{ header: { id: "", title: "" }, items: size() }]
    const total = state => state.reduce((sum, { items }) => sum + items.length, 0)
    const lists = () => sectioned ? [...root.children].map(row => row.body) : [root]
    const compare = what => {
      const got = lists().map(list => [...list.children].map(shown).join()).join("|")
      const want = state.map(({ items }) => items.map(text).join()).join("|")
      if (got !== want) throw Error(`${where}${what}: ${got} instead of ${want}`)
      const held = lists().map(list => [...list.children].map(row => text(row.item)).join()).join("|")
      if (held !== want) throw Error(`${where}${what}: the rows hold ${held} instead of ${want}`)
      if (!sectioned) return
      const headers = [...root.children].map(shown).join()
      if (headers !== state.map(({ header }) => text(header)).join()) throw Error(`${where}${what}: headers ${headers}`)
    }
    const rows = () => new Map(lists().flatMap(list => [...list.children]).map(row => [row.key, row]))
    let version = 1
    const whole = again => {
      replica.begin()
      replica.read({ hello: 1 + random(2), epoch: "1", kind: sectioned ? "sections" : "list" })
      replica.read({ reset: again ? "foreignEpoch" : "first" })
      const frame = { v: version, at: 0, n: total(state), last: true, ...(sectioned && { s: state.length }) }
      replica.read({ ...frame, part: copy(sectioned ? state.map(s => [s.header, s.items]) : state[0].items) })
    }
    whole(false)
    compare("the first state")
    for (let step = 0; step < 4; step++) {
      // Items wander: all of them are dealt anew now and then.
      let sections = sectioned ? edited(state, 3, () => ({ header: item(), items: [] })) : state
      const items = sectioned && chance() ? sections.flatMap(s => s.items) : null
      const renamed = header => sectioned ? altered(header) : header
      sections = sections.map(({ header, items }) => ({ header: renamed(header), items: [...items] }))
      const lost = state.filter(s => !sections.some(other => other.header.id === s.header.id)).flatMap(s => s.items)
      for (const item of lost) if (sections.length && chance()) sections[random(sections.length)].items.push(item)
      if (items) for (const item of items) {
        const from = sections.find(section => section.items.includes(item))
        if (random(4)) continue
        from.items.splice(from.items.indexOf(item), 1)
        const into = sections[random(sections.length)].items
        into.splice(random(into.length + 1), 0, item)
      }
      sections = sections.map(({ header, items }) => ({ header, items: edited(items, many / 2, item).map(altered) }))
      const counts = sectioned ? [total(sections), sections.length] : [total(sections)]
      let changes = difference(state, sections)
      if (!sectioned) changes = Object.fromEntries(Object.entries(changes).map(([name, runs]) => [name, runs.map(run =>
        name === "mv" ? [run[1], run[3], ...run.slice(4)] : run.slice(1))]))
      const frame = { v: [version, version + 1, ...counts], ...changes }, before = rows()
      const form = random(2) ? short : frame => frame
      let broken = false
      for (let i = 0; i < counts.length; i++) {
        const other = frame.v.with(2 + i, counts[i] + 1)
        let passed = false
        try { replica.read(form({ ...frame, v: other })), passed = true } catch {}
        if (passed) throw Error(`${where}another count passed`)
      }
      try {
        replica.read(spoiled(form(frame)))
        state = null // a spoiled frame can be a valid one
      } catch (fault) {
        broken = !(fault instanceof Fault) // an item that is none, for example
        if (broken && !(fault instanceof TypeError)) throw fault
      }
      if (state === null) break
      if (broken || chance()) {
        ;[state, version] = [sections, version + 1]
        whole(true)
      } else {
        compare("after a frame that was refused")
        replica.read(copy(form(frame)))
        ;[state, version] = [sections, version + 1]
      }
      compare("after changes")
      for (const [key, row] of rows()) {
        if (!broken && before.has(key) && before.get(key) !== row) throw Error(`${where}${key} has another element`)
      }
    }
    root.remove()
  }

  /** A sheet of sections in the document, and what it reads next. */
  function prepared(state, options) {
    const root = document.body.appendChild(document.createElement("ul"))
    const replica = new Replica(new Sheet(root, view, headers), options)
    replica.begin()
    replica.read({ hello: 2, epoch: "1", kind: "sections" })
    replica.read({ reset: "first" })
    const n = state.reduce((sum, [, items]) => sum + items.length, 0)
    replica.read({ v: 1, at: 0, n, s: state.length, part: state, last: true })
    return { root, replica, row: (section, at) => root.children[section].body.children[at] }
  }
  const named = (...ids) => ids.map(id => ({ id, title: id }))

  { // A card moves out of a list whose other cards are removed: it stays in the document, and keeps the focus.
    const { root, replica, row } = prepared([[{ id: "s" }, named("a", "b", "c")], [{ id: "t" }, []]])
    const moving = row(0, 1)
    moving.tabIndex = 0
    moving.focus()
    replica.read({ v: [1, [1, 2]], rm: [[0, 0], [0, 2]], mv: [0, 1, 1, 0] })
    if (row(1, 0) !== moving || root.children[0].body.firstChild) throw Error("a cleared list: other rows")
    if (Element.prototype.moveBefore && document.activeElement !== moving) throw Error("a cleared list: the focus went")
    root.remove()
  }

  { // An edit whose command a frame names is shown once, also before its answer.
    const preview = ({ at }, { lists }) => {
      const { title } = lists[0].rows[at].item
      return [[{ up: [0, at, { title: `${title}+` }] }, { up: [0, at, { title }] }]]
    }
    const { root, replica, row } = prepared([[{ id: "s" }, named("a", "b")]], { preview })
    const expect = (...titles) => {
      const shown = [row(0, 0), row(0, 1)].map(row => row.firstChild.data)
      if (shown.join() !== titles.join()) throw Error(`named edits: ${shown} instead of ${titles}`)
    }
    replica.edits.push(...["foobar", "other"].map((key, at) => ({ key, at, answer: null, undo: [] })))
    replica.change()
    expect("a+", "b+")
    replica.read({ v: [1, [2, 1]], up: [0, 1, { note: "theirs" }] })
    expect("a+", "b+")
    replica.read({ v: [2, [2, 1]], k: [1, 0xbf9cf968], up: [0, 0, { title: "a+" }] })
    expect("a+", "b+")
    replica.read({ v: [3, [2, 1]], k: true, up: [0, 0, { title: "A" }] })
    expect("A", "b+")
    if (replica.edits.length !== 1 || replica.edits[0].key !== "other") throw Error("named edits: others are kept")
    root.remove()
  }
  return true
}
