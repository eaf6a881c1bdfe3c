// What is shown: the sheet, the card that the keys go to, and what happens around each change.

import { Replica, Sheet } from "./client.js"
import { edits } from "./edits.js"
import { showFacts, today } from "./facts.js"
import { $, board, plural, say, write } from "./page.js"
import { cards, columns, people } from "./views.js"

export const limit = 100 // cards of a column at first
export const query = { q: "", label: "", sort: "manual", limit }
export const sheet = new Sheet(board, cards, columns)
export const replica = new Replica(sheet, {
  around, preview: ({ name, content }) => edits[name]?.(content, sheet) ?? [],
})
export const others = new Replica(new Sheet($("#people"), people))

export const rowOf = id => { const found = sheet.find(id); return found && sheet.lists[found[0]].rows[found[1]] }
export const columnOf = row => row.closest("section")

const reduced = matchMedia("(prefers-reduced-motion: reduce)")
export let current = null // the card that the keys go to
export let busy = false // whether elements are moving about, so that focus events mean nothing

const forgetting = [] // what is told of the current card when it goes
export const whenLost = forget => forgetting.push(forget)

/** The cards that can be seen, at most fifty, and where. */
function places() {
  const seen = new Map(), width = innerWidth
  for (const { rows, parent } of sheet.lists) {
    const { top, bottom, left, right } = parent.getBoundingClientRect()
    if (right < 0 || left > width) continue
    let low = 0, high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows[middle].getBoundingClientRect().bottom < top) low = middle + 1
      else high = middle
    }
    for (let i = low; i < rows.length && seen.size < 50; i++) {
      const place = rows[i].getBoundingClientRect()
      if (place.top > bottom) break
      seen.set(rows[i], place)
    }
  }
  return seen
}

/** Makes cards glide from their old places to the new ones. */
function animate(before) {
  for (const row of before.keys()) row.flight?.cancel()
  for (const [row, { left, top }] of places()) {
    const old = before.get(row)
    const x = old ? old.left - left : 0, y = old ? old.top - top : 0
    if (old && !x && !y) continue
    const from = old ? { transform: `translate(${x}px, ${y}px)` } : { opacity: 0, transform: "scale(.96)" }
    row.flight = row.animate([{ ...from, zIndex: 1 }, { zIndex: 1 }], { duration: 180, easing: "ease-out" })
  }
}

/** Calls `work`, which changes elements; keeps focus and selection, and animates. */
export function around(work) {
  const active = document.activeElement, range = active?.selectionStart !== undefined && active.selectionStart !== null
    ? [active.selectionStart, active.selectionEnd, active.selectionDirection] : null
  const place = current && sheet.find(current.key)
  const before = reduced.matches || document.hidden || !replica.position ? null : places()
  busy = true
  try {
    work()
  } finally {
    if (active !== document.activeElement && active?.isConnected && active !== document.body) {
      active.focus({ preventScroll: true })
      if (range) active.setSelectionRange(...range)
    }
    busy = false
    if (place && !current.isConnected) lost(place, active)
    refresh()
    if (before) animate(before)
  }
}

/** The current card has gone: the one in its place takes over. */
function lost([section, at], active) {
  const had = current.contains(active), { rows } = sheet.lists[section] ?? { rows: [] }
  if (had && !replica.edits.some(edit => edit.content.id === current.key)) {
    say(`${current.item.title} ${query.q || query.label ? "is not in this view any more" : "was deleted"}`)
  }
  for (const forget of forgetting) forget(current)
  choose(rows[Math.min(at, rows.length - 1)] ?? null)
  if (had) (current?.face ?? sheet.root.rows[section]?.add)?.focus({ preventScroll: true })
}

/** Makes a card the one that Tab reaches. */
export function choose(row) {
  const reach = (row, index) => { for (const button of row?.querySelectorAll("button") ?? []) button.tabIndex = index }
  if (current !== row) reach(current, -1)
  current = row
  reach(row, 0)
}

/** Counts, marks and what else follows from the state. */
function refresh() {
  const waiting = new Set(replica.edits.map(edit => edit.content.id))
  for (const section of sheet.root.rows) {
    const { count, title } = section.item, shown = section.list.rows.length
    const some = query.q || query.label
    write(section.counter, some ? `${shown} of ${count}` : String(count))
    section.counter.parentElement.title = some ? `${shown} of ${plural(count, "card")}` : plural(count, "card")
    section.more.hidden = shown < query.limit
    section.more.ariaLabel = `Show more of ${title}`
    for (const row of section.list.rows) row.classList.toggle("waiting", waiting.has(row.key))
  }
  clip()
  if (!current?.isConnected) choose(sheet.lists.find(list => list.rows.length)?.rows[0] ?? null)
}

/** Lets cards glide out of columns that have no more cards than they can show. */
function clip() {
  const fits = sheet.lists.map(({ parent }) => parent.scrollHeight <= parent.clientHeight)
  for (const [i, { parent }] of sheet.lists.entries()) parent.classList.toggle("fits", fits[i])
}
addEventListener("resize", clip)

let day = today()
/** Shows anew when cards are due, if another day has begun. */
function followDay() {
  if (day === today()) return
  day = today()
  for (const { rows } of sheet.lists) for (const row of rows) if (row.item.due) showFacts(row, row.item)
}
setInterval(followDay, 30_000)
document.addEventListener("visibilitychange", followDay)

export function focus(row) {
  choose(row)
  row.face.focus({ preventScroll: true })
  row.scrollIntoView({ block: "nearest", inline: "nearest" })
}
