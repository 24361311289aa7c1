import highlighter from 'highlight.js/lib/core'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { coloured } from '../samples/colours.js'
import { escapeHtml } from './escape.js'

const grammars = { go, java, javascript, python, typescript }
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar)

const names: Record<string, string> = { ts: 'typescript', js: 'javascript' }

/** Languages of which the colours of the playground's samples say enough; a grammar costs more than all of their code. */
const simple = new Set(['json', 'sh', 'bash', 'curl', 'php'])

/** The class of a colour: a letter, so that a page stays light. What has the colour of the text has none. */
const classes: Record<string, string> = {
  keyword: 'k',
  attr: 'k',
  literal: 'n',
  number: 'n',
  string: 's',
  regexp: 's',
  comment: 'c',
  title: 'f',
}

/** What was highlighted before: both languages of the site show the same code. */
const done = new Map<string, string>()

/** Code as HTML whose tokens have classes. Code of an unknown language is text. */
export const highlighted = (code: string, language: string): string => {
  const key = `${language}\n${code}`
  const html = done.get(key) ?? highlight(code, names[language] ?? language)
  done.set(key, html)
  return html
}

/** A program as a browser colours it once its reader edits it. */
export const colouredHtml = (program: string): string =>
  coloured(program)
    .map(({ text, colour }) =>
      colour === undefined ? escapeHtml(text) : `<i class="${colour}">${escapeHtml(text)}</i>`,
    )
    .join('')

const highlight = (code: string, language: string): string => {
  if (simple.has(language)) return colouredHtml(code)
  if (highlighter.getLanguage(language) === undefined) return escapeHtml(code)
  const open: boolean[] = []
  return highlighter
    .highlight(code, { language })
    .value.replaceAll('&#x27;', "'")
    .replace(/<span class="hljs-(\w+)[^"]*">|<\/span>/g, (_, scope: string | undefined) => {
      if (scope === undefined) return open.pop() === true ? '</i>' : ''
      const name = classes[scope]
      open.push(name !== undefined)
      return name === undefined ? '' : `<i class="${name}">`
    })
}
