// The page: clicks, search, order and name; and it begins. The other modules do the rest, client.js what any page needs.

import { remove, rename } from "./actions.js"
import { look, outbox, stream } from "./connection.js"
import "./drags.js"
import "./keys.js"
import { $, board, memory, myName, newID, say } from "./page.js"
import { busy, choose, focus, limit, query, rowOf } from "./shown.js"

board.addEventListener("click", event => {
  const row = event.target.closest("li"), section = event.target.closest("section")
  if (event.target.closest(".more")) look({ limit: query.limit + limit })
  else if (row && event.target.closest(".delete")) remove(row)
  else if (row && event.target.closest(".rename")) rename(row)
  else if (row && event.target.closest(".title") && event.detail === 0) rename(row) // Enter, or a screen reader
  else if (row && section && !event.target.closest("textarea")) focus(row)
})
board.addEventListener("dblclick", event => {
  if (event.target.closest(".title")) rename(event.target.closest("li"))
})
board.addEventListener("focusin", event => {
  const row = event.target.closest("li")
  if (row && !busy) choose(row)
})
board.addEventListener("submit", event => {
  event.preventDefault()
  const section = event.target.closest("section"), title = section.add.value.trim()
  if (!title) return
  section.add.value = ""
  const by = myName(), id = newID()
  outbox.add("add", { id, column: section.key, title, ...(by && { by }) })
  rowOf(id)?.scrollIntoView({ block: "nearest" })
  say(`Added ${title}`)
})

// MARK: Search, order, name

let searching = 0
$("#query").addEventListener("input", event => {
  clearTimeout(searching)
  const { q, sort } = event.currentTarget.elements
  searching = setTimeout(() => look({ q: q.value.trim(), sort: sort.value, limit }), event.target === q ? 150 : 0)
})
$("#query").addEventListener("submit", event => event.preventDefault())
$("#notice button").addEventListener("click", () => {
  $("#query").reset()
  look({ q: "", sort: "manual", limit })
})
$("#show-help").addEventListener("click", () => $("#help").showModal())

const showName = () => { $("#rename-me").textContent = myName() ?? "Your name" }
$("#rename-me").addEventListener("click", () => {
  $("#name input").value = myName() ?? ""
  $("#name").showModal()
})
$("#name [type=button]").addEventListener("click", () => $("#name").close())
$("#name form").addEventListener("submit", () => {
  const name = $("#name input").value.trim()
  if (name) memory.set("board.name", name)
  else memory.remove("board.name")
  showName()
  stream.connect()
})

const form = $("#query").elements // browsers fill forms again after a reload
Object.assign(query, { q: form.q.value.trim(), sort: form.sort.value })
showName()
outbox.load()
stream.connect()
