import { createHighlighterCoreSync, createCssVariablesTheme } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import go from 'shiki/langs/go.mjs'
import java from 'shiki/langs/java.mjs'
import javascript from 'shiki/langs/javascript.mjs'
import json from 'shiki/langs/json.mjs'
import php from 'shiki/langs/php.mjs'
import python from 'shiki/langs/python.mjs'
import shellscript from 'shiki/langs/shellscript.mjs'
import typescript from 'shiki/langs/typescript.mjs'
import { escapeHtml } from './escape.js'

const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--' })

const highlighter = createHighlighterCoreSync({
  themes: [theme],
  langs: [json, shellscript, typescript, javascript, python, go, java, php],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

/** The class of a colour of the theme: a letter, so that a page stays light. What has the colour of the text has none. */
const classes: Record<string, string> = {
  'var(--token-constant)': 'n',
  'var(--token-string)': 's',
  'var(--token-string-expression)': 's',
  'var(--token-comment)': 'c',
  'var(--token-keyword)': 'k',
  'var(--token-function)': 'f',
  'var(--token-parameter)': 'p',
}

const names: Record<string, string> = {
  ts: 'typescript',
  js: 'javascript',
  sh: 'shellscript',
  bash: 'shellscript',
  curl: 'shellscript',
}

/** What was highlighted before: both languages of the site show the same code. */
const done = new Map<string, string>()

/** Code as HTML whose tokens have classes. Code of an unknown language is text. */
export const highlighted = (code: string, language: string): string => {
  const key = `${language}\n${code}`
  const html = done.get(key) ?? highlight(code, language)
  done.set(key, html)
  return html
}

const highlight = (code: string, language: string): string => {
  const lang = names[language] ?? language
  if (!highlighter.getLoadedLanguages().includes(lang)) return escapeHtml(code)
  const { tokens } = highlighter.codeToTokens(code, { lang, theme: 'classes' })
  return tokens
    .map((line) => {
      const runs: { name: string | undefined; text: string }[] = []
      for (const { content, color } of line) {
        const name = content.trim() === '' ? runs.at(-1)?.name : classes[color ?? '']
        const last = runs.at(-1)
        if (last !== undefined && last.name === name) last.text += content
        else runs.push({ name, text: content })
      }
      return runs
        .map(({ name, text }) => (name === undefined ? escapeHtml(text) : `<i class="${name}">${escapeHtml(text)}</i>`))
        .join('')
    })
    .join('\n')
}
