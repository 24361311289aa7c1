import type { JsonValue, MediaParameter, Model, Parameter, Words } from '@model-tasks/spec/catalogue'
import { mediaParametersOf } from '@model-tasks/spec/measures'

/** What a model can do, as the finder and the comparison ask for it. A list that is empty means the table offers none. */
export interface Capabilities {
  inputs: Input[]
  /** Shortest and longest duration in seconds, when the table has one. */
  seconds: [number, number] | undefined
  resolutions: string[]
  ratios: string[]
  /** Whether the model makes sound, by a parameter that asks for it. */
  audio: boolean
  seed: boolean
  assetLibrary: boolean | undefined
}

/** One kind of media a model takes. */
export interface Input {
  /** `first`, `last`, or the type of file. */
  id: string
  /** What such a file is called. */
  name: Words
  minItems: number
  /** `Infinity` where nothing limits it. */
  maxItems: number
}

const find = (model: Model, name: string): Parameter | undefined =>
  model.parameters.find((parameter) => parameter.name === name)

/** Whether a file can stand in a request: as an asset of the library, or inlined. */
export const takesFiles = ({ accepts }: MediaParameter): boolean => accepts.some((form) => form !== 'url')

const inputId = (parameter: MediaParameter): Input['id'] => {
  if (parameter.name === 'first_image') return 'first'
  if (parameter.name === 'last_image') return 'last'
  return parameter.media
}

const secondsPer: { readonly [unit: string]: number } = { ms: 0.001, s: 1, min: 60, h: 3600 }

/** A value of a duration in seconds; undefined where it has another unit, such as frames, or is not a number. */
export const inSeconds = (duration: Parameter, value: JsonValue | undefined): number | undefined => {
  const { unit = 's' } = duration as { unit?: string }
  const [scale, number] = [secondsPer[unit], Number(value ?? Number.NaN)]
  return scale === undefined || !Number.isFinite(number) ? undefined : Number((number * scale).toFixed(6))
}

/** Shortest and longest duration in seconds; undefined where the table states none. */
export const secondsOf = (duration: Parameter | undefined): [number, number] | undefined => {
  const ends =
    duration?.kind === 'enum'
      ? duration.values
      : duration?.kind === 'integer' || duration?.kind === 'number'
        ? [duration.minimum ?? duration.exclusiveMinimum, duration.maximum ?? duration.exclusiveMaximum]
        : []
  const seconds = ends.flatMap((end) => (duration === undefined ? [] : (inSeconds(duration, end) ?? [])))
  if (seconds.length === 0 || (duration?.kind !== 'enum' && seconds.length < 2)) return undefined
  return [Math.min(...seconds), Math.max(...seconds)]
}

/** The parameter that says how long the result is, by the quantities of the catalogue. */
const durationOf = ({ quantities, parameters }: Model): Parameter | undefined => {
  const { sum = [], per, times } = quantities.find(({ name }) => name === 'seconds') ?? {}
  const [source] = sum
  return sum.length === 1 && per === undefined && times === undefined
    ? parameters.find(({ name }) => `/${name}` === source?.path)
    : undefined
}

const valuesOf = (parameter: Parameter | undefined): string[] =>
  parameter?.kind === 'enum' ? parameter.values.map(String) : []

/** The kinds of media of all places of a request, wherever they are. */
const inputsOf = (model: Model): Input[] => {
  const inputs = new Map<string, Input>()
  for (const { parameter, most } of mediaParametersOf(model.parameters)) {
    const id = inputId(parameter)
    const before = inputs.get(id)
    // A place inside another parameter, or beside another place, may stay empty.
    const minItems = before === undefined && model.parameters.includes(parameter) ? parameter.minItems : 0
    inputs.set(id, { id, name: parameter.mediaName, minItems, maxItems: (before?.maxItems ?? 0) + most })
  }
  return [...inputs.values()]
}

/** Reads the capabilities off a model's table. For a model without a reference everything is empty. */
export const capabilitiesOf = (model: Model): Capabilities => ({
  inputs: inputsOf(model),
  seconds: secondsOf(durationOf(model)),
  resolutions: valuesOf(find(model, 'resolution')),
  ratios: [...valuesOf(find(model, 'aspect_ratio')), ...valuesOf(find(model, 'size'))],
  audio: find(model, 'generate_audio') !== undefined,
  seed: find(model, 'seed') !== undefined,
  assetLibrary: typeof model.assetLibrary === 'boolean' ? model.assetLibrary : undefined,
})
