import type { Catalogue } from '@model-tasks/spec/catalogue'
import { exampleBody } from '../samples/example.js'
import { sampleLanguages } from '../samples/languages.js'
import type { LanguageCode } from '../texts/code.js'

/** The model whose example the guides show. */
const shown = 'sd_2.0_discount'

/** Puts the program that the page of a model shows where a guide has an empty block `sample-<language>`, such as `sample-go`. */
export const withSamples = (markdown: string, { models }: Catalogue, code: LanguageCode): string =>
  markdown.replace(/```sample-(\w+)\n\s*```/g, (block, id: string) => {
    const language = sampleLanguages.find((candidate) => candidate.id === id)
    const model = models.find((candidate) => candidate.id === shown)
    if (language === undefined || model === undefined) return block
    return `\`\`\`${id}\n${language.write({ body: exampleBody(model, code), kind: model.kind, invocable: true })}\`\`\``
  })
