import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { runInThisContext } from 'node:vm'
import type Handlebars from 'handlebars'
import runtime from 'handlebars/runtime.js'
import { kept } from '../../load/kept.js'
import { generatorFolder } from '../../load/place.js'
import { fileNameOf } from '../../measures/file-name.js'

const folder = new URL('templates/', generatorFolder)
const require = createRequire(import.meta.url)
const environment = runtime.create()
const compiled = new Map<string, Handlebars.TemplateDelegate>()

environment.registerHelper('cell', (text: unknown) => cell(typeof text === 'string' ? text : JSON.stringify(text)))
environment.registerHelper('file', (id: unknown) => fileNameOf(String(id)))
environment.registerHelper('json', (value: unknown) => JSON.stringify(value))

for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const name = entry.split(sep).join('/')
  if (!name.endsWith('.hbs')) continue
  compiled.set(
    name.replace(/\.hbs$/, ''),
    environment.template(templateOf(readFileSync(new URL(name, folder), 'utf8'))),
  )
}

/** A template as the runtime takes it. Compiled once for all runs: that takes longer than to render every page. */
function templateOf(text: string): TemplateSpecification {
  const { version } = require('handlebars/package.json') as { version: string }
  const code = kept(['template', version, text], () => {
    const compiler = require('handlebars') as typeof Handlebars
    return compiler.precompile(text, { noEscape: true, strict: true }) as string
  })
  return runInThisContext(`(${code})`) as TemplateSpecification
}

/** One Markdown page from its template and its view. Ends with exactly one newline; blank lines pile up in code alone. */
export function render(template: string, view: object): string {
  const page = compiled.get(template)
  if (!page) throw new Error(`no template ${template} in generator/templates`)
  const parts = page(view).split(/(^```[^]*?^```$)/m)
  const text = parts.map((part) => (part.startsWith('```') ? part : part.replace(/\n{3,}/g, '\n\n'))).join('')
  return `${text.trim()}\n`
}

/** Text for a cell of a Markdown table: one line, its pipes escaped. */
export function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\|/g, '\\|')
}
