import { exampleBody } from '../samples/example.js'
import { sampleLanguages } from '../samples/languages.js'
import { escapeHtml } from '../render/escape.js'
import type { Model } from '@model-tasks/spec/catalogue'

/** One language of a group of samples. */
export interface CodeTab {
  id: string
  title: string
  /** The program as HTML. */
  html: string
  first?: boolean
}

/** A group of samples of which one is shown at a time; which one needs no script. */
export interface CodeTabs {
  /** Name of the radio group; unique on a page. */
  name: string
  languages: CodeTab[]
}

/** The samples of a model: its example request as JSON, then in every language. */
export const modelTabs = (model: Model): CodeTabs => {
  const body = exampleBody(model)
  const json: CodeTab = { id: 'json', title: 'JSON', html: escapeHtml(`${JSON.stringify(body, null, 2)}\n`) }
  const all = [json, ...sampleLanguages.map((language) => ({ id: language.id, title: language.name, html: escapeHtml(language.write({ body, kind: model.kind, invocable: model.availability.status === 'available' })) }))]
  return { name: 'code', languages: all.map((tab, index) => index === 0 ? { ...tab, first: true } : tab) }
}
