// The page: clicks, search, order and name; and it begins. The other modules do the rest, client.js what any page needs.

import { remove, rename } from "./actions.js"
import "./adding.js"
import { look, outbox, stream } from "./connection.js"
import { open } from "./detail.js"
import { wasDragged } from "./drags.js"
import "./keys.js"
import { $, board, guestName, memory, myName } from "./page.js"
import { busy, choose, focus, limit, query } from "./shown.js"

board.addEventListener("click", event => {
  const row = event.target.closest("li")
  if (event.target.closest(".more")) look({ limit: query.limit + limit })
  else if (row && event.target.closest(".delete")) remove(row)
  else if (row && event.target.closest(".rename")) rename(row)
  else if (row && !event.target.closest("textarea, .grip, .tools") && !(event.detail && wasDragged())) {
    focus(row)
    open(row)
  }
})
board.addEventListener("focusin", event => {
  const row = event.target.closest("li")
  if (row && !busy) choose(row)
})

// MARK: Search, label, order, name

const form = $("#query").elements
const asked = () => ({ q: form.q.value.trim(), label: form.label.value, sort: form.sort.value })

let searching = 0
$("#query").addEventListener("input", event => {
  clearTimeout(searching)
  searching = setTimeout(() => look({ ...asked(), limit }), event.target === form.q ? 150 : 0)
})
$("#query").addEventListener("submit", event => event.preventDefault())
$("#notice button").addEventListener("click", () => {
  $("#query").reset()
  look({ ...asked(), limit })
})
$("#show-help").addEventListener("click", () => $("#help").showModal())

function showName() {
  $("#rename-me").textContent = myName() ?? "Your name"
  $("#rename-me").title = `You are ${myName() ?? guestName()}`
}
$("#rename-me").addEventListener("click", () => {
  Object.assign($("#name input"), { value: myName() ?? "", placeholder: guestName() })
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

Object.assign(query, asked()) // browsers fill forms again after a reload
showName()
outbox.load()
stream.connect()
