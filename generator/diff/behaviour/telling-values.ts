import type { JsonValue, Parameter } from '../../catalogue.js'
import { casesOf, exampleOf, sampleOf } from '../../kinds/index.js'
import { isListed } from '../../kinds/value-list.js'
import type { Random } from '../../kinds/kind.js'
import { boundsOf, type Bound } from '../bounds.js'

/** A parameter in the two states, where it is in both. */
type States = readonly [Parameter, ...Parameter[]]

/** A list of more items, or a text of more characters, is too large a proof. */
const largest = 4096

/** Of how many strings of each pattern one shall be the shortest or the longest. */
const samples = 24

/**
 * Values at the border of what one of two states accepts and the other does not, of the form that either has: as many
 * items, members or characters as a bound says, one less and one more; in lists and objects, which inside are so.
 */
export function tellingValues(states: States, random: Random): JsonValue[] {
  return states.flatMap((form) => [
    ...(form.nullable ? [null] : []),
    ...counted(form, states, random),
    ...inside(form, states, random),
  ])
}

function counted(form: Parameter, states: States, random: Random): JsonValue[] {
  const counts = countsOf(states)
  switch (form.kind) {
    case 'list':
      return counts.flatMap((count) => itemsOf(form, count, random))
    case 'map':
      return counts.flatMap((count) => membersOf(form, count, random))
    case 'string':
    case 'prompt': {
      const { pattern } = form
      if (isListed(form)) return form.list.values
      return pattern === undefined
        ? counts.map((count) => 'a'.repeat(count))
        : Array.from({ length: samples }, () => random.matching(pattern))
    }
    case 'enum':
      return form.values
    case 'integer':
    case 'number':
      return numbersOf(form, states)
    default:
      return []
  }
}

/** Numbers in the steps of a form, at and around every bound. */
function numbersOf(form: Parameter & { kind: 'integer' | 'number' }, states: States): number[] {
  const step = form.multipleOf ?? (form.kind === 'integer' ? 1 : 0.5)
  return [0, ...boundValues(states)].flatMap((bound) =>
    [-2, -1, 0, 1, 2].map((steps) => Number(((Math.round(bound / step) + steps) * step).toFixed(6))),
  )
}

function countsOf(states: States): number[] {
  const near = boundValues(states).flatMap((bound) => [bound - 1, bound, bound + 1])
  return [...new Set([0, 1, 2, ...near])].filter((count) => count >= 0 && count <= largest && Number.isInteger(count))
}

function boundValues(states: States): number[] {
  return states.flatMap(boundsOf).flatMap(({ value }: Bound) => value ?? [])
}

/** A list of so many items; nothing where they must differ and not so many are known. */
function itemsOf({ items, uniqueItems }: Parameter & { kind: 'list' }, count: number, random: Random): JsonValue[] {
  const example = exampleOf(items, 'video')
  if (uniqueItems !== true) return [Array.from({ length: count }, () => example)]
  const drawn = Array.from({ length: count * 4 }, () => sampleOf(items, random))
  const known = casesOf(items, []).flatMap(({ value, findings }) =>
    value === undefined || findings.length > 0 ? [] : [value],
  )
  const distinct = new Map([example, ...known, ...drawn].map((value) => [JSON.stringify(value), value]))
  return distinct.size < count ? [] : [[...distinct.values()].slice(0, count)]
}

/** An object of so many members; nothing where not so many names are known. */
function membersOf({ names, values }: Parameter & { kind: 'map' }, count: number, random: Random): JsonValue[] {
  const example = exampleOf(values, 'video')
  const known =
    names === undefined
      ? Array.from({ length: count }, (_, index) => `name ${index + 1}`)
      : [...names.examples, ...Array.from({ length: count * 4 }, () => random.matching(names.pattern))]
  const distinct = [...new Set(known)].slice(0, count)
  return distinct.length < count ? [] : [Object.fromEntries(distinct.map((name) => [name, example]))]
}

/** What tells what lies inside, in a value that else is the smallest of this form. */
function inside(form: Parameter, states: States, random: Random): JsonValue[] {
  switch (form.kind) {
    case 'list': {
      const own = states.flatMap((state) => (state.kind === 'list' ? [state.items] : []))
      const others = itemsOf(form, Math.max(0, (form.minItems ?? 0) - 1), random)[0]
      return tellingOf(own, random).map((value) => [...(Array.isArray(others) ? others : []), value])
    }
    case 'map': {
      const own = states.flatMap((state) => (state.kind === 'map' ? [state.values] : []))
      const smallest = membersOf(form, Math.max(1, form.minProperties ?? 0), random)[0]
      return tellingOf(own, random).flatMap((value) => {
        const [name] = Object.keys(smallest ?? {})
        return name === undefined ? [] : [{ ...(smallest as { [name: string]: JsonValue }), [name]: value }]
      })
    }
    case 'object': {
      const smallest = Object.fromEntries(
        form.members.flatMap((member) => (member.required ? [[member.name, exampleOf(member, 'video')]] : [])),
      )
      return [
        smallest,
        ...form.members.flatMap(({ name }) => {
          const own = states.flatMap((state) =>
            state.kind === 'object' ? state.members.filter((member) => member.name === name) : [],
          )
          return tellingOf(own, random).map((value) => ({ ...smallest, [name]: value }))
        }),
      ]
    }
    case 'union':
      return form.variants.flatMap((variant) => {
        const own = states.flatMap((state) =>
          state.kind === 'union' ? state.variants.filter(({ name }) => name === variant.name) : [],
        )
        return tellingOf(own, random)
      })
    default:
      return []
  }
}

function tellingOf([first, ...others]: readonly Parameter[], random: Random): JsonValue[] {
  return first === undefined ? [] : tellingValues([first, ...others], random)
}
