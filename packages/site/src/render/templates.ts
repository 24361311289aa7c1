import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Handlebars from 'handlebars'
import { folderFor } from '../pages/translated.js'
import type { Language } from '../texts/language.js'

const folder = fileURLToPath(new URL('../../templates/', import.meta.url))

/** What the helpers of a template know about the page it is used on. */
export interface TemplateContext {
  /** From the page's folder to the site's root: empty or `../` once a folder. */
  root: string
  language: Language
  /** The written name of an asset, by the name of its source. */
  assets: ReadonlyMap<string, string>
}

/** A template applied to data, in the context of a page. */
export type Render = (template: string, data: Record<string, unknown>, context: TemplateContext) => string

const isFrame = (data: unknown): data is { context: TemplateContext } =>
  typeof data === 'object' && data !== null && 'context' in data

const contextOf = (options: Handlebars.HelperOptions): TemplateContext => {
  const data: unknown = options.data
  if (!isFrame(data)) throw new Error('A template was applied without its context')
  return data.context
}

/** The address of a page of the same language, from the page in `context`. */
export const pageHref = (path: string, context: TemplateContext): string =>
  `${context.root}${folderFor(path.split(/[?#]/)[0] ?? path, context.language)}${path}` || './'

/** Reads the templates and answers the function that applies them. */
export const loadTemplates = (): Render => {
  const handlebars = Handlebars.create()
  handlebars.registerHelper('url', (path: string, options: Handlebars.HelperOptions) =>
    pageHref(path, contextOf(options)),
  )
  handlebars.registerHelper('asset', (name: string, options: Handlebars.HelperOptions) => {
    const { root, assets } = contextOf(options)
    const file = assets.get(name)
    if (file === undefined) throw new Error(`No asset is called ${name}`)
    return root + file
  })
  const read = (path: string): string => readFileSync(path, 'utf8')
  for (const file of readdirSync(join(folder, 'partials'))) {
    handlebars.registerPartial(basename(file, '.hbs'), read(join(folder, 'partials', file)))
  }
  const compiled = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.hbs'))
      .map((file) => [
        basename(file, '.hbs'),
        handlebars.compile<Record<string, unknown>>(read(join(folder, file)), { preventIndent: true }),
      ]),
  )
  return (template, data, context) => {
    const apply = compiled.get(template)
    if (apply === undefined) throw new Error(`No template is called ${template}`)
    return apply(data, { data: { context } })
  }
}
