// Drags, within and across columns.

import { move } from "./actions.js"
import { $, board } from "./page.js"
import { columnOf, focus, query, sheet } from "./shown.js"

let drag = null // {row, ghost, x, y, section, at}

function target(x, y) {
  const section = document.elementFromPoint(x, y)?.closest("section") ?? sheet.root.rows.find(section => {
    const { left, right } = section.getBoundingClientRect()
    return x >= left && x <= right
  })
  if (!section) return null
  const rows = section.list.rows.filter(row => row !== drag.row)
  let low = 0, high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1, { top, height } = rows[middle].getBoundingClientRect()
    if (top + height / 2 < y) low = middle + 1
    else high = middle
  }
  return { section, at: low, rows }
}

function dragTo(x, y) {
  Object.assign(drag, { x, y })
  Object.assign(drag.ghost.style, { left: `${x - drag.dx}px`, top: `${y - drag.dy}px` })
  const found = target(x, y), line = $("#drop")
  for (const section of sheet.root.rows) section.classList.toggle("over", section === found?.section)
  drag.target = found
  line.hidden = !found || query.sort !== "manual"
  if (line.hidden) return
  const list = found.section.body.getBoundingClientRect(), next = found.rows[found.at], last = found.rows[found.at - 1]
  const y_ = next ? next.getBoundingClientRect().top - 4 : last ? last.getBoundingClientRect().bottom + 4 : list.top + 4
  const top = Math.max(list.top, Math.min(list.bottom, y_))
  Object.assign(line.style, { left: `${list.left + 6}px`, width: `${list.width - 12}px`, top: `${top}px` })
}

/** Scrolls while the pointer is near an edge. */
function scrolling() {
  if (!drag?.ghost) return
  const edge = 48, speed = 9, push = (value, low, high) => value < low + edge ? -speed : value > high - edge ? speed : 0
  const list = drag.target?.section.body, all = board.getBoundingClientRect()
  const aside = push(drag.x, all.left, all.right)
  if (aside) board.scrollLeft += aside
  if (list) list.scrollTop += push(drag.y, list.getBoundingClientRect().top, list.getBoundingClientRect().bottom)
  dragTo(drag.x, drag.y)
  requestAnimationFrame(scrolling)
}

board.addEventListener("pointerdown", event => {
  const row = event.target.closest("li"), grip = event.target.closest(".grip")
  if (!row || event.button !== 0 || event.target.closest(".tools, textarea")) return
  if (event.pointerType === "mouse" || grip) drag = { row, from: [event.clientX, event.clientY], id: event.pointerId }
})
addEventListener("pointermove", event => {
  if (!drag || event.pointerId !== drag.id) return
  const { clientX: x, clientY: y } = event
  if (!drag.ghost) {
    if (Math.hypot(x - drag.from[0], y - drag.from[1]) < 5) return
    const { left, top, width } = drag.row.getBoundingClientRect()
    const ghost = drag.row.cloneNode(true)
    ghost.classList.add("ghost")
    ghost.ariaHidden = "true"
    ghost.inert = true
    ghost.style.width = `${width}px`
    Object.assign(drag, { ghost, dx: drag.from[0] - left, dy: drag.from[1] - top })
    drag.row.classList.add("lifted")
    const frame = document.createElement("section") // cards take their looks from a column
    frame.className = "carrier"
    frame.append(ghost)
    document.body.append(frame)
    board.setPointerCapture(drag.id)
    requestAnimationFrame(scrolling)
  }
  dragTo(x, y)
})
let draggedAt = -Infinity
/** Whether a click is the end of a drag. */
export const wasDragged = () => performance.now() - draggedAt < 50

function dragged(drops) {
  if (!drag) return
  const { row, ghost, target } = drag
  drag = null
  if (!ghost) return
  draggedAt = performance.now()
  ghost.parentElement.remove()
  $("#drop").hidden = true
  row.classList.remove("lifted")
  for (const section of sheet.root.rows) section.classList.remove("over")
  if (!drops || !target || !row.isConnected) return
  const { section, at } = target
  const elsewhere = section !== columnOf(row) || (query.sort === "manual" && section.list.rows.indexOf(row) !== at)
  if (elsewhere) move(row, section, at)
  focus(row)
}
addEventListener("pointerup", event => { if (event.pointerId === drag?.id) dragged(true) })
addEventListener("pointercancel", () => dragged(false))
addEventListener("keydown", event => { if (event.key === "Escape" && drag) dragged(false) }, true)
board.addEventListener("dragstart", event => event.preventDefault())
