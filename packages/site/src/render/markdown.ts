import { escapeHtml } from './escape.js'

/** A heading of a page, for its list of contents. */
export interface Heading {
  level: number
  id: string
  text: string
}
/** A row of a table that can be linked to. */
export interface AnchoredRow {
  id: string
  cells: string[]
}
export interface RenderedMarkdown {
  html: string
  headings: Heading[]
  rows: AnchoredRow[]
}
export interface MarkdownOptions {
  /** Where a link of the text leads from the page. */
  link: (target: string) => string
  /** HTML that stands in for a fenced block with this info word; undefined leaves the block as code. */
  figure?: (word: string, text: string) => string | undefined
}

/** An id made of a heading's words. Han characters stay, so that Chinese headings can be linked too. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')

const anchorTag = /<a id="([^"]+)"><\/a>\s*/

/** Inline Markdown to HTML: code, strong, emphasis, links. Everything else is text. */
export const inlineHtml = (text: string, link: (target: string) => string): string => {
  const codes: string[] = []
  const stashed = text
    .replace(anchorTag, '')
    .replace(/(`+)(.+?)\1/g, (_, __, code: string) => `\u0000${codes.push(code) - 1}\u0000`)
  return escapeHtml(stashed)
    .replace(
      /\[([^\]]*)\]\(([^)\s]+)\)/g,
      (_, label: string, target: string) => `<a href="${escapeHtml(link(target))}">${label}</a>`,
    )
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(
      /\u0000(\d+)\u0000/g,
      (_, index: string) => `<code>${escapeHtml((codes[Number(index)] ?? '').replace(/\\\|/g, '|'))}</code>`,
    )
}

const plainText = (text: string): string =>
  text
    .replace(anchorTag, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'))

interface Cursor {
  lines: string[]
  at: number
}

const take = (cursor: Cursor, belongs: (line: string) => boolean): string[] => {
  const start = cursor.at
  while (cursor.at < cursor.lines.length && belongs(cursor.lines[cursor.at] ?? '')) cursor.at += 1
  return cursor.lines.slice(start, cursor.at)
}

const listItem = /^(\s*)([-*]|\d+\.)\s+(.*)$/

const table = (rows: string[], inline: (text: string) => string, caption: string): string => {
  const [head = '', , ...body] = rows
  const labels = cellsOf(head)
  const cell = (text: string, index: number): string => {
    const tag = index === 0 ? 'th' : 'td'
    const role = index === 0 ? ' role="rowheader" scope="row"' : ' role="cell"'
    const quiet = index > 0 && labels[index] === 'source' ? ' class="source"' : ''
    return `<${tag}${role}${quiet} data-label="${escapeHtml(plainText(labels[index] ?? ''))}">${inline(text) || '<span class="quiet">–</span>'}</${tag}>`
  }
  const row = (line: string): string => {
    const id = anchorTag.exec(line)?.[1]
    return `<tr role="row"${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${cellsOf(line).map(cell).join('')}</tr>`
  }
  return `<table class="cards" role="table"><caption class="hidden">${escapeHtml(caption)}</caption><thead role="rowgroup"><tr role="row">${labels
    .map((label) => `<th role="columnheader" scope="col">${inline(label)}</th>`)
    .join('')}</tr></thead><tbody role="rowgroup">\n${body.map(row).join('\n')}\n</tbody></table>`
}

/** The rows of a table that carry an id. */
const anchoredRows = (lines: string[]): AnchoredRow[] =>
  lines.flatMap((line): AnchoredRow[] => {
    const id = anchorTag.exec(line)?.[1]
    return id === undefined ? [] : [{ id, cells: cellsOf(line).map(plainText) }]
  })

const list = (lines: string[], inline: (text: string) => string): string => {
  const items: string[] = []
  for (const line of lines) {
    const match = listItem.exec(line)
    if (match) items.push(match[3] ?? '')
    else items[items.length - 1] += ` ${line.trim()}`
  }
  const tag = /^\s*\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  return `<${tag}>\n${items.map((item) => `<li>${inline(item)}</li>`).join('\n')}\n</${tag}>`
}

/**
 * The Markdown our own pages are written in, as HTML: headings, paragraphs, flat lists, tables, fenced code and inline marks.
 * Raw HTML is shown as text, but for `<a id="…"></a>`, which names the heading or the table row it stands in.
 */
export const renderMarkdown = (markdown: string, options: MarkdownOptions): RenderedMarkdown => {
  const cursor: Cursor = { lines: markdown.split('\n'), at: 0 }
  const inline = (text: string): string => inlineHtml(text, (target) => options.link(target))
  const headings: Heading[] = []
  const rows: AnchoredRow[] = []
  const blocks: string[] = []
  const latest = (): string => headings.at(-1)?.text ?? ''
  while (cursor.at < cursor.lines.length) {
    const line = cursor.lines[cursor.at] ?? ''
    const heading = /^(#{1,4})\s+(.*)$/.exec(line)
    if (line.trim() === '') {
      cursor.at += 1
    } else if (heading) {
      const level = heading[1]?.length ?? 1
      const text = heading[2] ?? ''
      const id = anchorTag.exec(text)?.[1] ?? headingId(plainText(text))
      headings.push({ level, id, text: plainText(text) })
      blocks.push(
        level === 1
          ? `<h1>${inline(text)}</h1>`
          : `<h${level} id="${escapeHtml(id)}"><a class="anchor" href="#${escapeHtml(id)}">${inline(text)}</a></h${level}>`,
      )
      cursor.at += 1
    } else if (line.startsWith('```')) {
      cursor.at += 1
      const text = take(cursor, (next) => !next.startsWith('```')).join('\n')
      cursor.at += 1
      const word = line.slice(3).trim()
      blocks.push(
        options.figure?.(word, text) ??
          `<pre tabindex="0" role="region" aria-label="${escapeHtml(`${word || 'text'}: ${latest()} ${blocks.length}`)}"><code>${escapeHtml(text)}</code></pre>`,
      )
    } else if (line.startsWith('|')) {
      const lines = take(cursor, (next) => next.startsWith('|'))
      rows.push(...anchoredRows(lines))
      blocks.push(table(lines, inline, latest()))
    } else if (listItem.test(line)) {
      blocks.push(
        list(
          take(cursor, (next) => listItem.test(next) || /^\s+\S/.test(next)),
          inline,
        ),
      )
    } else {
      const text = take(
        cursor,
        (next) => next.trim() !== '' && !/^(#{1,4}\s|```|\|)/.test(next) && !listItem.test(next),
      )
      blocks.push(`<p>${inline(text.join('\n'))}</p>`)
    }
  }
  return { html: blocks.join('\n'), headings, rows }
}
