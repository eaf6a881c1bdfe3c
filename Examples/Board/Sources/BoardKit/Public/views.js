// How cards, columns and people look.

import { showFacts } from "./facts.js"
import { $, newID, write } from "./page.js"

const templates = { card: $("#card").content.firstElementChild, column: $("#column").content.firstElementChild }
const age = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })

export const cards = {
  key: card => card.id,
  make(card) {
    const row = templates.card.cloneNode(true)
    const [, title, by, tools] = row.children
    Object.assign(row, { text: title.firstChild, face: title, by: by.firstChild, tools })
    cards.fill(row, card)
    return row
  },
  fill(row, fields) {
    if ("title" in fields) {
      write(row.text, fields.title)
      row.tools.firstChild.ariaLabel = `Rename ${fields.title}`
      row.tools.lastChild.ariaLabel = `Delete ${fields.title}`
    }
    if ("by" in fields || "created" in fields) {
      const { by = row.item?.by, created = row.item?.created } = fields
      write(row.by, (by ? `${by} · ` : "") + age.format(created))
    }
    if ("labels" in fields || "due" in fields) {
      const { labels = row.item?.labels, due = row.item?.due } = fields
      showFacts(row, { labels, due })
    }
  },
}

export const columns = {
  key: column => column.id,
  make(column) {
    const section = templates.column.cloneNode(true)
    const [head, body, more, add] = section.children
    const [name, counter] = head.children
    Object.assign(section, { name, counter: counter.firstChild, body, more, add: add.firstChild })
    section.name.id = `column-${newID()}`
    section.setAttribute("aria-labelledby", section.name.id)
    body.setAttribute("aria-labelledby", section.name.id)
    columns.fill(section, column)
    return section
  },
  fill(section, fields) {
    if ("title" in fields) {
      write(section.name.firstChild, fields.title)
      section.add.ariaLabel = `Add a card to ${fields.title}`
    }
  },
}

export const people = {
  key: person => person.id,
  make(person) {
    const row = document.createElement("li")
    row.append("")
    people.fill(row, person)
    return row
  },
  fill(row, { name }) {
    if (name === undefined) return
    const letters = [...name.trim().matchAll(/(?:^|\s)(\S)/gu)].map(match => match[1])
    write(row.firstChild, [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("").toUpperCase() || "?")
    row.title = row.ariaLabel = name
    const hash = [...name].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0), 0x01000193), 0x811c9dc5)
    row.style.setProperty("--hue", (hash >>> 0) * 0.618034 % 360)
  },
}
