// Adding cards: what is written in a column's field, and lines that are pasted there.

import { outbox } from "./connection.js"
import { $, board, grow, myName, newID, oneLine, onEnter, plural, say } from "./page.js"
import { query, rowOf, sheet } from "./shown.js"

const most = 100 // cards that one paste adds
const longest = 500

function add(column, titles) {
  const by = myName()
  const cards = titles.map(title => ({ id: newID(), column, title, ...(by && { by }), ...(query.label && { label: query.label }) }))
  outbox.add("add", ...cards)
  rowOf(cards.at(-1).id)?.scrollIntoView({ block: "nearest" })
  say(titles.length === 1 ? `Added ${titles[0]}` : `Added ${plural(titles.length, "card")}`)
}

function write(field, text) {
  field.value = text
  grow(field)
}

onEnter(board, field => { field.form?.requestSubmit() })
board.addEventListener("submit", event => {
  event.preventDefault()
  const section = event.target.closest("section"), title = oneLine(section.add.value)
  if (!title) return
  write(section.add, "")
  add(section.key, [title])
})

// MARK: Pasted lines

let pasted = null // {key, before, text, after, lines}: the column, what its field has around the text, all lines

const linesOf = text => text.split(/[\n\r\u2028\u2029]+/).map(line => line.trim()).filter(Boolean)
const cut = line => line.slice(0, longest).replace(/[\ud800-\udbff]$/, "") // half a character is none

board.addEventListener("paste", event => {
  const field = event.target, text = event.clipboardData?.getData("text/plain") ?? ""
  if (!field.closest(".add") || linesOf(text).length < 2) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = field, section = field.closest("section")
  const before = value.slice(0, selectionStart), after = value.slice(selectionEnd)
  const lines = linesOf(before + text + after), fits = lines.length <= most, cards = plural(lines.length, "card")
  pasted = { key: section.key, before, text, after, lines }
  const dialog = $("#lines"), many = dialog.querySelector("[value=many]")
  $("#lines-title").textContent = fits ? `Add ${cards}?` : `${lines.length} lines`
  $("#lines-text").textContent = [
    fits ? "What you pasted has several lines: each can be a card." : `At most ${most} cards can be added at once.`,
    fits && lines.some(line => line.length > longest) && `Titles are cut after ${longest} characters.`,
  ].filter(Boolean).join(" ")
  many.textContent = cards
  many.hidden = !fits
  dialog.returnValue = ""
  dialog.showModal()
})

$("#lines [type=button]").addEventListener("click", () => $("#lines").close())
$("#lines").addEventListener("close", () => {
  const { key, before, text, after, lines } = pasted, { returnValue } = $("#lines")
  const field = sheet.root.rows.find(section => section.key === key)?.add
  if (!field) return
  if (returnValue === "many") {
    write(field, "")
    add(key, lines.map(cut))
  } else if (returnValue === "one") {
    const start = before + oneLine(text)
    write(field, cut(start + after))
    field.setSelectionRange(start.length, start.length)
  }
  field.focus()
})
