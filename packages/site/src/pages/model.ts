import type { Catalogue, JsonValue, Model, Parameter } from '@model-tasks/spec/catalogue'
import { examplePaths, type Example } from '../examples/examples.js'
import { capabilitiesOf, secondsOf } from '../facts/capabilities.js'
import { constraintOf } from '../facts/limits.js'
import { siblingsOf } from '../facts/siblings.js'
import { longestLine, timeline, valueShape } from '../facts/shapes.js'
import { otherThan, rowSourceLine, sourceLine } from '../facts/source.js'
import { assetLibraryText, statedFacts, type StatedFact } from '../facts/stated.js'
import { isUnknown, written } from '../facts/value.js'
import type { Page } from '../page.js'
import { exampleBody } from '../samples/example.js'
import { highlighted } from '../render/highlight.js'
import { modelEntries } from '../search/model-entries.js'
import type { Texts } from '../texts/en.js'
import type { Language } from '../texts/language.js'
import { noteIn } from '../texts/notes.js'
import { parameterDescription } from '../texts/parameters.js'
import { modelTabs, samplesMarkdown } from './code-tabs.js'
import { inputsText } from './finder.js'
import { playgroundFields } from './model-fields.js'
import { leadOf } from './model-lead.js'
import { crossRules, mediaRules, promptRules, promptTokens } from './model-rules.js'
import { responseIn } from './model-response.js'

const typeOf = (parameter: Parameter): string => {
  switch (parameter.kind) {
    case 'prompt':
      return 'string'
    case 'media':
      return parameter.single ? parameter.media : `${parameter.media}[]`
    case 'enum':
      return parameter.type
    case 'list':
      return 'array'
    default:
      return parameter.kind
  }
}

const defaultOf = (parameter: Parameter): JsonValue | undefined =>
  'default' in parameter ? parameter.default : undefined

const timelineOf = (parameter: Parameter): string | undefined => {
  if (parameter.name !== 'duration') return undefined
  const seconds = secondsOf(parameter)
  const chosen = Number(defaultOf(parameter))
  return seconds && timeline(...seconds, longestLine, Number.isFinite(chosen) ? chosen : undefined)
}

const parameterRow = (parameter: Parameter, section: string, { code, texts }: Language): Record<string, unknown> => {
  const value = defaultOf(parameter)
  const { values, phrase, small } = constraintOf(parameter, texts)
  return {
    name: parameter.name,
    type: typeOf(parameter),
    required: parameter.required,
    values: values?.map((text) => ({
      text,
      isDefault: value !== undefined && written(value) === text,
      shape: valueShape(text, values),
    })),
    timeline: timelineOf(parameter),
    phrase,
    small,
    description: parameterDescription(parameter, code),
    source: otherThan(section, rowSourceLine(parameter.source, parameter.name)),
    hasDefault: value !== undefined,
    default: value === undefined ? undefined : written(value),
  }
}

const factsOf = (model: Model, texts: Texts): Record<string, unknown>[] => {
  const can = capabilitiesOf(model)
  const known = (label: string, text: string): Record<string, unknown> => ({ label, text })
  const said = (label: string, text: string): Record<string, unknown> => ({ label, text, quiet: true })
  const open = (label: string): Record<string, unknown> => said(label, texts.notShown)
  const head = [known(texts.output, texts[model.kind])]
  const name = isUnknown(model.displayName) ? [] : [known(texts.displayName, model.displayName)]
  const library = {
    label: texts.assetLibrary,
    text: assetLibraryText(model, texts),
    quiet: isUnknown(model.assetLibrary),
  }
  if (!model.reference) return [...head, open(texts.inputs), library, open(texts.parameters)]
  const seconds = can.seconds
  return [
    ...head,
    known(texts.inputs, inputsText(can.inputs, texts)),
    ...(seconds === undefined
      ? []
      : [known(texts.seconds, seconds[0] === seconds[1] ? String(seconds[0]) : `${seconds[0]}–${seconds[1]}`)]),
    ...(can.resolutions.length === 0 ? [] : [known(texts.resolution, can.resolutions.join(' '))]),
    can.audio ? known(texts.audio, texts.yes) : said(texts.audio, texts.noParameter),
    can.seed ? known(texts.seed, texts.yes) : said(texts.seed, texts.noParameter),
    library,
    ...name,
  ]
}

/** The facts of the model as a whole, with what its tasks carry beyond others. */
const statedOf = (model: Model, texts: Texts): StatedFact[] => [
  ...statedFacts(model, texts),
  {
    label: texts.responseExtras,
    text: model.responseExtras.join(', ') || texts.none,
    source: sourceLine(model.sources.responseExtras),
  },
]

const noteOf = ({ text, source }: Model['notes'][number], { code }: Language): Record<string, unknown> => {
  const translated = noteIn(text, code)
  return { text: translated ?? text, inEnglish: translated === undefined, source: sourceLine(source) }
}

const notesOf = (model: Model, language: Language): Record<string, unknown>[] => [
  ...model.notes.map((note) => noteOf(note, language)),
  ...model.parameters.flatMap(({ name, notes }) =>
    notes.map((note) => ({ ...noteOf(note, language), parameter: name })),
  ),
]

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

/** One model's page. A model without a reference has no table, and a playground that takes any parameters. */
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
  const fields = playgroundFields(model, body)
  return {
    path: `models/${model.id}/`,
    title: `${model.id} · ${texts.siteName}`,
    description: leadOf(model, language),
    template: 'model',
    beside: { 'samples.md': samplesMarkdown(model, language.code) },
    styles: 'model.css',
    markdown,
    ...(example === undefined ? {} : { card: examplePaths(model.id).card }),
    ...(model.reference ? { skipTarget: 'parameters' } : {}),
    bodyClass: 'with-panel',
    data: {
      id: model.id,
      reference: model.reference,
      example: example === undefined ? undefined : exampleData(model, example, root),
      commonSource: sourceLine(model.source),
      modelDescription: leadOf(model, language),
      ...(model.availability.status === 'unavailable'
        ? { unavailable: { reason: model.availability.reason, source: sourceLine(model.availability.source) } }
        : {}),
      unlisted: !model.listed && model.availability.status === 'available',
      facts: factsOf(model, texts),
      parameters: model.parameters.map((parameter) => parameterRow(parameter, sourceLine(model.source), language)),
      promptRules: promptRules(model, texts),
      ...promptTokens(model),
      mediaRules: mediaRules(model, texts),
      rules: crossRules(model, texts),
      notes: notesOf(model, language),
      stated: statedOf(model, texts),
      fields,
      exampleJson: JSON.stringify(body),
      playgroundScript: `play-${model.id}.${language.code}.js`,
      limitsScript: `limits-${model.id}.js`,
      tabs: modelTabs(model, language.code),
      responseHtml: highlighted(responseIn(markdown), 'json'),
      siblings: siblings.map((sibling) => ({
        id: sibling.model.id,
        path: `models/${sibling.model.id}/`,
        differences: sibling.differences,
      })),
      compareHref: `${root}${language.folder}compare/?${[model, ...siblings.map((sibling) => sibling.model)].map(({ id }) => `m=${encodeURIComponent(id)}`).join('&')}`,
      machineLinks: [
        { href: 'index.md', label: texts.markdown },
        { href: 'samples.md', label: texts.samples },
        { href: `${root}models/${model.id}/llms.txt`, label: 'llms.txt' },
        { href: `${root}models/${model.id}/openapi.json`, label: texts.openapiSlice },
        { href: `${root}json-schema/${model.id}.schema.json`, label: texts.jsonSchema },
        { href: `${root}json-schema/draft-07/${model.id}.schema.json`, label: texts.draft07 },
        { href: `${root}vectors/${model.id}.json`, label: texts.vectors },
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
        applicationCategory: model.kind === 'video' ? 'VideoGeneration' : 'ImageGeneration',
      },
      inLanguage: language.tag,
      version: catalogue.version,
    },
    entries: modelEntries(model, language),
  }
}
