import type { JsonValue } from '../../catalogue.js'
import type { Mistake } from '../../check/mistake.js'
import { isObject } from '../../load/json-object.js'
import { pointerOf, pointerSteps } from '../../load/pointer.js'
import type { Spec } from '../../load/spec.js'
import { operationsOf, wellFormed } from './facts.js'

type Place = readonly (string | number)[]

/** The largest index of a place that is only read: a fake writes all places before it. */
const maxReadIndex = 99

/** S080: an index of a list before which places stay empty. S081: a place to read one value from that stands for several. */
export function* emptyPlaces(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { rows }] of operationsOf(source)) {
      const written = rows.map(({ to }) => pointerSteps(to))
      for (const [index, steps] of written.entries()) {
        const empty = emptyBefore(steps, written)
        if (empty === undefined) continue
        const path = ['operations', kind, 'rows', index, 'to']
        yield { code: 'S080', file, path, message: `no row writes to ${empty}, the place before it` }
      }
    }
    const whole = spec.files.get(file)?.value
    for (const { step, path } of whole === undefined ? [] : readSteps(whole, [])) {
      const place = { file, path }
      if (step === '-') {
        if (
          !['url', 'base64', 'names'].includes(String(path.at(-1))) &&
          !path.some((key) => key === 'told' || key === 'with')
        )
          yield { code: 'S081', ...place, message: '"-" stands for every item of a list, and one value is read here' }
      } else if (Number(step) > maxReadIndex) {
        const hint = `Use an index up to ${maxReadIndex}: a fake writes every place before it.`
        yield { code: 'S080', ...place, message: `the index ${step} is larger than ${maxReadIndex}`, hint }
      }
    }
  }
}

/** The place before an index of these steps that no row writes to. */
function emptyBefore(steps: readonly string[], written: readonly (readonly string[])[]): string | undefined {
  for (const [at, step] of steps.entries()) {
    if (!/^[1-9]\d*$/.test(step)) continue
    const before = [...steps.slice(0, at), String(BigInt(step) - 1n)]
    const filled = written.some((other) => before.every((one, place) => other[place] === one))
    if (!filled) return pointerOf(before)
  }
  return undefined
}

/** Members that hold data of an upstream or paths of requests, and rows, which are judged by themselves. */
const others = ['template', 'constant', 'among', 'values', 'accepts', 'sources', 'path', 'content', 'query', 'rows']

function* readSteps(value: JsonValue, path: Place): Iterable<{ step: string; path: Place }> {
  if (typeof value === 'string') {
    const steps = value.startsWith('/') ? pointerSteps(value).filter((step) => /^(?:-|\d+)$/.test(step)) : []
    for (const step of steps) yield { step, path }
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* readSteps(item, [...path, at])
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) if (!others.includes(key)) yield* readSteps(item, [...path, key])
  }
}
