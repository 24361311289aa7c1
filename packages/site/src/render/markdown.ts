import MarkdownIt from 'markdown-it'
import { languages } from '../texts/language.js'
import { escapeHtml } from './escape.js'
import { highlighted } from './highlight.js'

/** A heading of a page, for its list of contents. */
export interface Heading {
  level: number
  id: string
  text: string
}
/** A row of a table that can be linked to. */
export interface AnchoredRow {
  id: string
  /** Whether the text names it; else it is the row of the field, setting or command that its first cell is. */
  named: boolean
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
  /** The word on the button that copies a block of code; without one there is no button. */
  copy?: string
  /** Whether a text is English on a page in another language: it is then marked as such. */
  isEnglish?: (text: string) => boolean
}

/** An id made of a heading's words. Han characters stay, so that Chinese headings can be linked too. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')

type Token = ReturnType<MarkdownIt['parse']>[number]

const anchorTag = /^<a id="([^"]+)"><\/a>\s*/

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
    .trim()

/** Takes `<a id="…"></a>` out of the start of a line: it names the heading or the row that the line is in. */
const takeAnchor = (inline: Token): string | undefined => {
  const [first, second] = inline.children ?? []
  const id = anchorTag.exec(inline.content)?.[1]
  // Raw HTML is off, so the tag is text; markdown-it may split it at its quotes.
  if (id === undefined || first?.type !== 'text') return undefined
  const tag = anchorTag.exec(first.content)?.[0]
  if (tag !== undefined) first.content = first.content.slice(tag.length)
  if (second !== undefined && first.content === '') second.content = second.content.trimStart()
  return id
}

/** What a cell names as code, such as a field, a setting or a command, as an id; undefined for any other cell. */
const codeId = (inline: Token): string | undefined => {
  const [first, ...others] = (inline.children ?? []).filter(({ type, content }) => type !== 'text' || content !== '')
  const isList = others.every(({ type, content }) => type === 'code_inline' || content.trim() === ',')
  return first?.type === 'code_inline' && isList ? /^[\w./-]+$/.exec(first.content.split(' ')[0] ?? '')?.[0] : undefined
}

interface Environment {
  options: MarkdownOptions
  headings: Heading[]
  rows: AnchoredRow[]
  /** The ids that are taken: those of the frame, those that the text gives, and those of the rows so far. */
  ids: Set<string>
  blocks: number
  /** The heading above what is being rendered. */
  above: string
}

const isEnvironment = (value: unknown): value is Environment =>
  typeof value === 'object' && value !== null && 'headings' in value && 'options' in value

const environment = (value: unknown): Environment => {
  if (!isEnvironment(value)) throw new Error('Markdown is rendered with renderMarkdown')
  return value
}

const headingToken = (tokens: Token[], at: number, env: Environment): void => {
  const token = tokens[at]
  const inline = tokens[at + 1]
  if (token === undefined || inline === undefined) return
  const anchor = takeAnchor(inline)
  const text = textOf(inline)
  const id = anchor ?? headingId(text)
  env.headings.push({ level: Number(token.tag.slice(1)), id, text })
  if (token.tag !== 'h1') token.attrSet('id', id)
}

/** Whether a column of this name holds sources, in the words of any language. */
const isSource = (label: string): boolean =>
  languages.some(({ texts }) => texts.source.toLowerCase() === label.toLowerCase())

/** The head of a column, which the generator writes like a word in a sentence. */
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Gives the cells of a table the labels and roles with which it becomes a list of cards on a phone. */
const tableTokens = (tokens: Token[], start: number, env: Environment): void => {
  const labels: string[] = []
  let row: Token | undefined
  let cells: string[] = []
  let column = 0
  let id: string | undefined
  let named = false
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined || token.type === 'table_close') return
    if (token.type === 'table_open') {
      token.meta = env.headings.at(-1)?.text ?? ''
    }
    if (token.type === 'thead_open' || token.type === 'tbody_open') token.attrSet('role', 'rowgroup')
    if (token.type === 'tr_open') {
      token.attrSet('role', 'row')
      row = token
      cells = []
      column = 0
      id = undefined
    }
    const inline = tokens[at + 1]
    if (token.type === 'th_open' && inline !== undefined) {
      token.attrs = [
        ['role', 'columnheader'],
        ['scope', 'col'],
      ]
      const [first] = inline.children ?? []
      if (first?.type === 'text') first.content = capitalised(first.content)
      labels.push(textOf(inline))
    }
    if (token.type === 'td_open' && inline !== undefined) {
      if (column === 0) {
        id = takeAnchor(inline)
        named = id !== undefined
        const code = codeId(inline)
        if (code !== undefined && !env.ids.has(code)) id ??= code
      }
      if (id !== undefined) {
        row?.attrSet('id', id)
        env.ids.add(id)
      }
      const label = labels[column] ?? ''
      token.attrs =
        column === 0
          ? [
              ['role', 'rowheader'],
              ['scope', 'row'],
            ]
          : [['role', 'cell'], ...(isSource(label) ? [['class', 'source'] as [string, string]] : [])]
      if (column === 0) token.tag = 'th'
      token.attrPush(['data-label', label])
      // A cell is its beginning, its text and its end.
      const close = tokens[at + 2]
      if (column === 0 && close?.type === 'td_close') close.tag = 'th'
      cells.push(textOf(inline))
      if (inline.content.trim() === '') inline.meta = 'empty'
      column += 1
    }
    if (token.type === 'tr_close' && id !== undefined) env.rows.push({ id, named, cells })
  }
}

const codeBlock = (word: string, text: string, env: Environment): string => {
  const figure = env.options.figure?.(word, text.replace(/\n$/, ''))
  if (figure !== undefined) return figure
  env.blocks += 1
  const label = escapeHtml(`${word || 'text'}: ${env.above} ${env.blocks}`)
  const button =
    env.options.copy === undefined
      ? ''
      : `<button type="button" class="copy needs-script" data-copy-code aria-description="${label}">${escapeHtml(env.options.copy)}</button>`
  return `<div class="code">${button}<pre${word === '' ? ' class="message"' : ''} tabindex="0" role="region" aria-label="${label}"><code>${highlighted(text.replace(/\n$/, ''), word)}</code></pre></div>\n`
}

/** Whether a heading is a link already: a link in a link would be two, of which one is empty. */
const hasLink = (inline: Token | undefined): boolean =>
  inline?.children?.some(({ type }) => type === 'link_open') === true

const parser = new MarkdownIt({ html: false, linkify: false })
parser.core.ruler.push('site', (state) => {
  const env = environment(state.env)
  state.tokens.forEach((token, at) => {
    const anchor = token.type === 'inline' ? anchorTag.exec(token.content)?.[1] : undefined
    const isHeading = state.tokens[at - 1]?.type === 'heading_open'
    if (anchor !== undefined || isHeading) env.ids.add(anchor ?? headingId(textOf(token)))
  })
  state.tokens.forEach((token, at) => {
    if (token.type === 'heading_open') headingToken(state.tokens, at, env)
    if (token.type === 'table_open') tableTokens(state.tokens, at, env)
    if (token.type !== 'inline') return
    if (env.options.isEnglish?.(token.content.replace(anchorTag, '')) === true) {
      const tag = (content: string): Token => Object.assign(new state.Token('html_inline', '', 0), { content })
      token.children = [tag('<span lang="en">'), ...(token.children ?? []), tag('</span>')]
    }
    for (const [place, child] of (token.children ?? []).entries()) {
      const target = child.type === 'link_open' ? child.attrGet('href') : null
      if (target !== null) child.attrSet('href', env.options.link(decodeURI(target)))
      // A title that is English, in a text that is not.
      const words = token.children?.[place + 1]?.content
      if (target !== null && words !== undefined && env.options.isEnglish?.(words) === true) child.attrSet('lang', 'en')
    }
  })
})
parser.renderer.rules.fence = (tokens, at, _, env) => {
  const { info = '', content = '' } = tokens[at] ?? {}
  return codeBlock(info.trim(), content, environment(env))
}
// A figure and its unit stay on one line.
parser.renderer.rules.text = (tokens, at) =>
  escapeHtml((tokens[at]?.content ?? '').replace(/(\d) (?=(?:[µmn]?s|[kMG]?B)\b)/g, '$1\u00a0'))
parser.renderer.rules.heading_open = (tokens, at, _, env) => {
  const token = tokens[at]
  environment(env).above = textOf(tokens[at + 1])
  const id = token?.attrGet('id')
  if (token === undefined || id === null || id === undefined) return `<${token?.tag ?? 'h1'}>`
  return `<${token.tag} id="${escapeHtml(id)}">${hasLink(tokens[at + 1]) ? '' : `<a class="anchor" href="#${escapeHtml(id)}">`}`
}
parser.renderer.rules.heading_close = (tokens, at) => {
  const { tag = 'h1' } = tokens[at] ?? {}
  return tag === 'h1' || hasLink(tokens[at - 1]) ? `</${tag}>\n` : `</a></${tag}>\n`
}
parser.renderer.rules.table_open = (tokens, at) => {
  const caption: unknown = tokens[at]?.meta
  return `<table class="cards" role="table"><caption class="hidden">${escapeHtml(typeof caption === 'string' ? caption : '')}</caption>`
}
parser.renderer.rules.td_close = (tokens, at) =>
  `${tokens[at - 1]?.meta === 'empty' ? '<span class="quiet">–</span>' : ''}</${tokens[at]?.tag ?? 'td'}>`

/**
 * The Markdown of our pages as HTML. Raw HTML is shown as text, but for `<a id="…"></a>`, which names the heading or the
 * table row it stands in. Code is highlighted here, so that no page needs a script for it.
 */
export const renderMarkdown = (markdown: string, options: MarkdownOptions): RenderedMarkdown => {
  const env: Environment = {
    options,
    headings: [],
    rows: [],
    ids: new Set(['content', 'navigation', 'page-end']),
    blocks: 0,
    above: '',
  }
  const html = parser.render(markdown, env)
  return { html: html.trimEnd(), headings: env.headings, rows: env.rows }
}
