import { exampleBody } from '../samples/example.js'
import { sampleLanguages } from '../samples/languages.js'
import type { SampleInput } from '../samples/request.js'
import { escapeHtml } from '../render/escape.js'
import { colouredHtml } from '../render/highlight.js'
import type { Model } from '@model-tasks/spec/catalogue'
import type { LanguageCode } from '../texts/code.js'

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

/** Languages whose programs are long: the page leaves them to its script and to a file beside it, so that it stays light. */
const long = new Set(['go', 'java', 'php'])

const inputOf = (model: Model, language: LanguageCode): SampleInput => ({
  body: exampleBody(model, language),
  kind: model.kind,
  invocable: model.availability.status === 'available',
})

/** The samples of a model: its example request as JSON, then in every language. */
export const modelTabs = (model: Model, language: LanguageCode): CodeTabs => {
  const input = inputOf(model, language)
  const json: CodeTab = {
    id: 'json',
    title: 'JSON',
    html: colouredHtml(JSON.stringify(input.body, null, 2)),
    first: true,
  }
  return {
    name: 'code',
    languages: [
      json,
      ...sampleLanguages.map((language) => ({
        id: language.id,
        title: language.name,
        html: long.has(language.id) ? '<a href="samples.md">samples.md</a>' : escapeHtml(language.write(input)),
      })),
    ],
  }
}

/** All samples of a model as Markdown. */
export const samplesMarkdown = (model: Model, language: LanguageCode): string => {
  const input = inputOf(model, language)
  const parts = sampleLanguages.map(
    (language) =>
      `## ${language.name}\n\n\`\`\`${language.id === 'curl' ? 'sh' : language.id}\n${language.write(input)}\`\`\`\n`,
  )
  return `# ${model.id}: samples\n\n${parts.join('\n')}`
}
