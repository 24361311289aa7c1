import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import { examplePaths, type Example } from '../examples/examples.js'
import { datedText } from '../facts/dates.js'
import { priceRows, pricesOf, ratesText } from '../facts/prices.js'
import { siblingsOf } from '../facts/siblings.js'
import { sourceLine } from '../facts/source.js'
import type { Page } from '../page.js'
import { exampleBody } from '../samples/example.js'
import { highlighted } from '../render/highlight.js'
import { modelEntries } from '../search/model-entries.js'
import { fill } from '../texts/fill.js'
import type { Texts } from '../texts/en.js'
import type { Language } from '../texts/language.js'
import { modelTabs, samplesMarkdown } from './code-tabs.js'
import { playgroundFields } from './model-fields.js'
import { leadOf } from './model-lead.js'
import { modelMarkdown } from './model-markdown.js'
import { factsOf, notesOf, parameterRow, statedOf } from './model-rows.js'
import { crossRules, mediaRules, promptRules, promptTokens } from './model-rules.js'
import { responseIn } from './model-response.js'

/** The example as the page shows it: a video begins when the reader asks for it. */
const exampleData = (
  { id }: Model,
  { width, height, video, request }: Example,
  root: string,
): Record<string, unknown> => {
  const paths = examplePaths(id)
  return {
    poster: root + paths.poster,
    ...(video === undefined ? {} : { video: root + paths.video }),
    width,
    height,
    tall: height > width,
    prompt: request.prompt,
  }
}

/** What a model costs: the rates that the catalogue states, or the standard price in a sentence. */
const priceOnPage = (model: Model, texts: Texts): Record<string, unknown> => {
  const { prices, isStandard } = pricesOf(model)
  if (isStandard) return { text: fill(texts.priceNotStated, { rate: ratesText(model, texts) }), stated: [] }
  return {
    text: texts.priceStated,
    stated: prices.map(({ from, ...price }) => ({ from, rows: priceRows(price, texts) })),
  }
}

const categories = {
  video: 'VideoGeneration',
  image: 'ImageGeneration',
  audio: 'AudioGeneration',
  mesh: 'MeshGeneration',
}

/** One model's page. A model without a reference has no table, and a playground that takes any parameters. `markdown` is the page that the generator wrote. */
export const modelPage = (
  catalogue: Catalogue,
  model: Model,
  language: Language,
  markdown: string,
  root: string,
  example?: Example,
): Page => {
  const { texts } = language
  const body = exampleBody(model, language.code)
  const siblings = model.reference ? siblingsOf(model, catalogue.models, texts) : []
  const fields = playgroundFields(model, body, texts)
  const response = responseIn(markdown)
  return {
    path: `models/${fileNameOf(model.id)}/`,
    title: `${fill(model.reference ? texts.modelTitle : texts.modelTitleOnly, { id: model.id, kind: texts.inTitle[model.kind] })} · ${texts.siteName}`,
    description: leadOf(model, language),
    madeFrom: [`spec/models/${fileNameOf(model.id)}.schema.json`],
    template: 'model',
    beside: { 'samples.md': samplesMarkdown(model, language.code) },
    styles: 'model.css',
    markdown: language.code === 'en' ? markdown : modelMarkdown(model, language, { response, root }),
    ...(example === undefined ? {} : { card: examplePaths(model.id).card }),
    ...(model.reference ? { skipTarget: 'parameters' } : {}),
    bodyClass: 'with-panel',
    data: {
      id: model.id,
      reference: model.reference,
      example: example === undefined ? undefined : exampleData(model, example, root),
      commonSource: sourceLine(model.source, texts),
      modelDescription: leadOf(model, language),
      ...(model.availability.status === 'unavailable'
        ? { unavailable: { reason: model.availability.reason, source: sourceLine(model.availability.source, texts) } }
        : {}),
      dated: datedText(model, texts),
      unlisted: !model.listed && model.availability.status === 'available',
      facts: factsOf(model, texts),
      parameters: model.parameters.map((parameter) =>
        parameterRow(parameter, sourceLine(model.source, texts), language),
      ),
      promptRules: promptRules(model, texts),
      ...promptTokens(model, texts),
      mediaRules: mediaRules(model, texts),
      rules: crossRules(model, texts),
      notes: notesOf(model, language),
      stated: statedOf(model, texts),
      fields,
      exampleJson: JSON.stringify(body),
      playgroundScript: `play-${fileNameOf(model.id)}.${language.code}.js`,
      limitsScript: `limits-${fileNameOf(model.id)}.js`,
      tabs: modelTabs(model, language.code),
      price: priceOnPage(model, texts),
      responseHtml: highlighted(response, 'json'),
      siblings: siblings.map((sibling) => ({
        id: sibling.model.id,
        path: `models/${fileNameOf(sibling.model.id)}/`,
        differences: sibling.differences,
      })),
      compareHref: `${root}${language.folder}compare/?${[model, ...siblings.map((sibling) => sibling.model)].map(({ id }) => `m=${encodeURIComponent(id)}`).join('&')}`,
      machineLinks: [
        { href: 'index.md', label: texts.markdown },
        { href: 'samples.md', label: texts.samples },
        { href: 'llms.txt', label: 'llms.txt' },
        { href: `${root}models/${fileNameOf(model.id)}/openapi.json`, label: texts.openapiSlice },
        { href: `${root}json-schema/${fileNameOf(model.id)}.schema.json`, label: texts.jsonSchema },
        { href: `${root}json-schema/draft-07/${fileNameOf(model.id)}.schema.json`, label: texts.draft07 },
        { href: `${root}vectors/${fileNameOf(model.id)}.json`, label: texts.vectors },
        { href: `${root}catalogue.json`, label: texts.catalogueJson },
      ],
    },
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: model.id,
      description: model.description,
      about: {
        '@type': 'SoftwareApplication',
        name: model.id,
        applicationCategory: categories[model.kind],
      },
      inLanguage: language.tag,
      version: catalogue.version,
    },
    entries: modelEntries(model, language),
  }
}
