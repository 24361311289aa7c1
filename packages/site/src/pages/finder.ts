import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import { capabilitiesOf, type Capabilities, type Input } from '../facts/capabilities.js'
import { examplePriceText } from '../facts/prices.js'
import type { Texts } from '../texts/en.js'
import { fill } from '../texts/fill.js'

const usualInputs = (texts: Texts): [id: Input['id'], label: string][] => [
  ['image', texts.imageReferences],
  ['video', texts.videoReferences],
  ['audio', texts.audioReferences],
  ['first', texts.firstFrame],
  ['last', texts.lastFrame],
]

const inputLabel = ({ id, name }: Pick<Input, 'id' | 'name'>, texts: Texts): string =>
  new Map(usualInputs(texts)).get(id) ?? fill(texts.otherReferences, { name: name[texts.code] })

const countOf = ({ minItems, maxItems }: Input): string =>
  maxItems === 1 || maxItems === Infinity ? '' : minItems === 0 ? `\u00a0≤${maxItems}` : `\u00a0${minItems}–${maxItems}`

/** The media a model takes, in short: `images ≤9, first frame`. */
export const inputsText = (inputs: Input[], texts: Texts): string =>
  inputs.length === 0
    ? texts.text
    : inputs.map((input) => `${inputLabel(input, texts)}${countOf(input)}`).join(texts.listComma)

const secondsText = (seconds: [number, number] | undefined): string =>
  seconds === undefined ? '' : seconds[0] === seconds[1] ? String(seconds[0]) : `${seconds[0]}–${seconds[1]}`

/** Ratios in short: the first three and how many more. */
const ratiosText = (ratios: string[]): string =>
  ratios.length <= 3 ? ratios.join(' ') : `${ratios.slice(0, 3).join(' ')} +${ratios.length - 3}`

interface Cell {
  label: string
  text: string
}

/** The columns beside the one of the models: each with its head, and what it says of a model. */
const columnsOf = (texts: Texts): [label: string, text: (can: Capabilities, model: Model) => string][] => [
  [texts.output, (_, model) => texts[model.kind]],
  [texts.inputs, ({ inputs }) => inputsText(inputs, texts)],
  [texts.seconds, ({ seconds }) => secondsText(seconds)],
  [texts.resolution, ({ resolutions }) => resolutions.join(' ')],
  [texts.ratio, ({ ratios }) => ratiosText(ratios)],
  [texts.sound, ({ audio }) => (audio ? texts.yes : '')],
  [texts.seed, ({ seed }) => (seed ? texts.yes : '')],
  [texts.assetLibrary, ({ assetLibrary }) => (assetLibrary === true ? texts.yes : '')],
  [texts.credits, (_, model) => examplePriceText(model)],
]

/** The heads of all columns. */
export const finderColumns = (texts: Texts): string[] => [texts.models, ...columnsOf(texts).map(([label]) => label)]

/** What the finder shows of a model, one cell a column. */
export const capabilityCells = (model: Model, texts: Texts): Cell[] => {
  const can = capabilitiesOf(model)
  return columnsOf(texts).map(([label, text]) => ({ label, text: text(can, model) }))
}

/** How many references of one kind a model takes in one request. */
const mostOf = (inputs: Input[], id: Input['id']): number => inputs.find((input) => input.id === id)?.maxItems ?? 0

const rowOf = (model: Model, texts: Texts): Record<string, unknown> => {
  const can = capabilitiesOf(model)
  const open = model.availability.status === 'available'
  const flag = (yes: boolean): string => (yes ? '1' : '')
  return {
    id: model.id,
    path: `models/${fileNameOf(model.id)}/`,
    reference: model.reference,
    output: model.kind,
    outputLabel: texts.output,
    outputText: texts[model.kind],
    images: mostOf(can.inputs, 'image'),
    videos: mostOf(can.inputs, 'video'),
    audios: mostOf(can.inputs, 'audio'),
    inputIds: can.inputs.map(({ id }) => id).join(' '),
    maximumSeconds: can.seconds === undefined ? '' : can.seconds.join('-'),
    resolutionIds: can.resolutions.join(' ').toLowerCase(),
    ratioIds: can.ratios.join(' '),
    flagAudio: flag(can.audio),
    flagSeed: flag(can.seed),
    flagAssets: flag(can.assetLibrary === true),
    flagAvailable: flag(open),
    ...(open ? {} : { badge: texts.unavailable, badgeClass: 'error' }),
    ...(open && !model.listed ? { badge: texts.unlisted, badgeClass: '' } : {}),
    cells: capabilityCells(model, texts),
  }
}

const distinct = (values: string[]): string[] => [...new Set(values)]

/** Names of resolutions by height: 480p, 720p, 768p, 1080p, then 2K and up. */
const byHeight = (left: string, right: string): number => {
  const height = (name: string): number => Number.parseInt(name, 10) * (name.endsWith('k') ? 1000 : 1)
  return height(left) - height(right)
}

const kinds = ['video', 'image', 'audio', 'mesh'] as const

/** Everything the finder shows: its choices and one row per model. Models without a reference come last. */
export const finderData = (catalogue: Catalogue, texts: Texts): Record<string, unknown> => {
  const models = [...catalogue.models].sort((left, right) => Number(right.reference) - Number(left.reference))
  const all = models.map(capabilitiesOf)
  const labels = new Map([
    ...usualInputs(texts),
    ...all.flatMap(({ inputs }) => inputs.map((input) => [input.id, inputLabel(input, texts)] as const)),
  ])
  const longest = all.flatMap(({ seconds }) => seconds?.[1] ?? [])
  return {
    count: fill(texts.finderShown, { shown: models.length, all: models.length }),
    outputs: [
      { value: '', label: texts.any, first: true },
      ...kinds
        .filter((kind) => models.some((model) => model.kind === kind))
        .map((kind) => ({ value: kind, label: texts[kind] })),
    ],
    inputs: [...labels].map(([value, label]) => ({ value, label })),
    longest: Math.max(...longest),
    resolutions: distinct(all.flatMap(({ resolutions }) => resolutions.map((name) => name.toLowerCase()))).sort(
      byHeight,
    ),
    ratios: distinct(all.flatMap(({ ratios }) => ratios)),
    flags: [
      { value: 'audio', label: texts.sound },
      { value: 'seed', label: texts.seed },
      { value: 'assets', label: texts.assetLibrary },
      { value: 'available', label: texts.onlyAvailable },
    ],
    columns: finderColumns(texts),
    rows: models.map((model) => rowOf(model, texts)),
  }
}
