import type { JsonValue, Model, Parameter, QuantityWord } from '../catalogue.js'
import type { Quantity, QuantitySource } from '../measures/quantities.js'
import { membersOf } from '../measures/members.js'
import { mediaPlaces } from './media-places.js'

/** Units of time in seconds, as fractions. */
const secondsPer: Partial<Record<string, readonly [over: number, under: number]>> = {
  ms: [1, 1000],
  s: [1, 1],
  min: [60, 1],
  h: [3600, 1],
}

/** What a name means where the parameter does not say it, and the unit does not contradict it. */
const conventions: Partial<Record<string, QuantityWord>> = {
  duration: 'seconds',
  num_frames: 'frames',
  frames: 'frames',
  fps: 'frame-rate',
  frame_rate: 'frame-rate',
  num_images: 'outputs',
  num_outputs: 'outputs',
  num_videos: 'outputs',
  n: 'outputs',
  width: 'width',
  height: 'height',
}

/** A parameter that states a part of a quantity. */
interface Stated {
  word: QuantityWord
  source: QuantitySource
  maximum: number
  /** Whether the parameter says so itself. */
  said: boolean
}

/**
 * What a request for this model states that can be counted, with the units resolved. A parameter says what it states by
 * `x-quantity`; where none does, a name and a unit that can mean one thing only do: `duration` in s, `num_images`. What two
 * parameters would state by their names alone is not derived.
 */
export function quantitiesOf(model: Pick<Model, 'reference' | 'parameters'>): Quantity[] {
  const stated = model.parameters.flatMap((parameter) => statedBy(parameter, `/${parameter.name}`, 1))
  const of = (word: QuantityWord): Stated[] => {
    const all = stated.filter((each) => each.word === word)
    const said = all.filter((each) => each.said)
    return said.length > 0 ? said : all.length > 1 ? [] : all
  }
  const summed = (name: string, parts: Stated[], more: Partial<Quantity> = {}): Quantity[] =>
    parts.length === 0
      ? []
      : [
          {
            name,
            sum: parts.map(({ source }) => source),
            ...more,
            ...maximumOf(parts.reduce((most, { maximum }) => most + maximum, 0)),
          },
        ]
  const [frames, rates, widths, heights, sizes] = [
    of('frames'),
    of('frame-rate'),
    of('width'),
    of('height'),
    of('size'),
  ]
  const [rate, height] = [rates[0], heights[0]]
  const seconds = of('seconds')
  const fromFrames = seconds.length === 0 && frames.length > 0 && rate !== undefined
  const parts = (list: Stated[]): Stated[] => list.map((each) => ({ ...each, maximum: Infinity }))
  return [
    ...summed('seconds', seconds),
    ...(fromFrames ? summed('seconds', parts(frames), { per: rate.source }) : []),
    ...(frames.length > 0
      ? summed('frames', frames)
      : rate === undefined
        ? []
        : summed('frames', parts(seconds), { times: rate.source })),
    ...summed('frame-rate', rates),
    ...summed('outputs', of('outputs')),
    ...summed('characters', of('characters')),
    ...(height === undefined
      ? summed('pixels', parts(sizes))
      : summed('pixels', parts(widths), { times: height.source })),
    ...summed('input-seconds', of('input-seconds')),
    ...mediaQuantities(model),
  ]
}

/** How many references of each type of media a request holds: `images`, `videos`. */
function mediaQuantities(model: Pick<Model, 'reference' | 'parameters'>): Quantity[] {
  const places = mediaPlaces(model)
  const types = [...new Set(places.flatMap(({ media }) => media ?? []))]
  return types.map((type) => ({
    name: `${type}s`,
    sum: places.filter(({ media }) => media === type).map(({ path }) => ({ path, as: 'count' })),
  }))
}

function statedBy(parameter: Parameter, path: string, times: number): Stated[] {
  if (parameter.kind === 'object' || parameter.kind === 'union')
    return membersOf(parameter).flatMap((member) => statedBy(member, `${path}/${member.name}`, times))
  if (parameter.kind === 'list') return statedBy(parameter.items, `${path}/*`, times * (parameter.maxItems ?? Infinity))
  const stated = meaning(parameter)
  if (stated === undefined) return []
  const { word, said, ...how } = stated
  const { default: otherwise } = parameter as { default?: JsonValue }
  const source: QuantitySource = {
    path,
    ...how,
    ...(typeof otherwise === 'number' || typeof otherwise === 'string' ? { default: otherwise } : {}),
  }
  const [over, under] = how.scale ?? [1, 1]
  return [{ word, said, source, maximum: (highest(parameter) * times * over) / under }]
}

function meaning(
  parameter: Parameter,
): (Pick<Stated, 'word' | 'said'> & Pick<QuantitySource, 'as' | 'scale'>) | undefined {
  const { kind, name, quantity } = parameter
  if (quantity === 'none') return undefined
  const said = quantity !== undefined
  if (kind === 'prompt')
    return said || name === 'prompt' ? { word: quantity ?? 'characters', said, as: 'length' } : undefined
  if (kind === 'string')
    return quantity === undefined ? undefined : { word: quantity, said, as: quantity === 'size' ? 'area' : 'length' }
  if (kind === 'enum' && parameter.type === 'string')
    return quantity === undefined ? undefined : { word: quantity, said, as: 'area' }
  if (kind !== 'integer' && kind !== 'number' && kind !== 'enum') return undefined
  const { unit } = parameter
  const scale = unit === undefined ? undefined : secondsPer[unit]
  const byName = conventions[name]
  const word = quantity ?? (byName === 'seconds' && unit === 'frames' ? 'frames' : byName)
  if (word === undefined) return undefined
  const isTime = word === 'seconds' || word === 'input-seconds'
  // A length in no unit, or in one that is not known, cannot be counted.
  if (isTime && scale === undefined) return undefined
  return { word, said, as: 'number', ...(isTime && scale !== undefined && scale[0] !== scale[1] ? { scale } : {}) }
}

function highest(parameter: Parameter): number {
  if (parameter.kind === 'enum') {
    const numbers = parameter.values.filter((value) => typeof value === 'number')
    return numbers.length === 0 ? Infinity : Math.max(...numbers)
  }
  if (parameter.kind === 'prompt' || parameter.kind === 'string') return parameter.maxLength ?? Infinity
  if (parameter.kind !== 'integer' && parameter.kind !== 'number') return Infinity
  return parameter.maximum ?? parameter.exclusiveMaximum ?? Infinity
}

function maximumOf(maximum: number): { maximum?: number } {
  return Number.isFinite(maximum) ? { maximum } : {}
}
