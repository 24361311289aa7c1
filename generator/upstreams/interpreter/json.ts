/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** A resolved JSON pointer: keys and indices in order. In a place to write to, `-` appends to an array; in one to read several values from it stands for every item. */
export type Path = readonly string[]

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path, or undefined where there is none. Inherited members do not count. */
export function read(value: Json | undefined, path: Path): Json | undefined {
  let here = value
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)]
    else if (isObject(here) && Object.hasOwn(here, step)) here = here[step]
    else return undefined
  }
  return here
}

/** The values at a path in which `-` stands for every item of a list. */
export function readAll(value: Json | undefined, path: Path): Json[] {
  const every = path.indexOf('-')
  if (every === -1) return [read(value, path)].filter((found) => found !== undefined)
  const list = read(value, path.slice(0, every))
  return Array.isArray(list) ? list.flatMap((item) => readAll(item, path.slice(every + 1))) : []
}

/** Puts a value at a path, from its step `from` on, and returns the whole. Containers on the way are made; a number or `-` makes an array. */
export function write(whole: Json | undefined, path: Path, value: Json, from = 0): Json {
  const step = path[from]
  if (step === undefined) return value
  if (step === '-' || /^\d+$/.test(step)) {
    const list = Array.isArray(whole) ? [...whole] : []
    const index = step === '-' ? list.length : Number(step)
    list[index] = write(list[index], path, value, from + 1)
    return list
  }
  const object = isObject(whole) ? whole : {}
  return { ...object, [step]: write(Object.hasOwn(object, step) ? object[step] : undefined, path, value, from + 1) }
}

/**
 * Puts a value at a path as `write` does, into `whole` itself: it and all inside it on the way must be the caller's own.
 * Returns the whole, which is another value only where `whole` was not a container for the first step.
 */
export function put(whole: Json | undefined, path: Path, value: Json, from = 0): Json {
  const step = path[from]
  if (step === undefined) return value
  // Set by assignment, a member of this name would be the prototype.
  if (step === '__proto__') return write(whole, path, value, from)
  if (step === '-' || /^\d+$/.test(step)) {
    const list = Array.isArray(whole) ? whole : []
    const index = step === '-' ? list.length : Number(step)
    list[index] = put(list[index], path, value, from + 1)
    return list
  }
  const object = isObject(whole) ? whole : {}
  object[step] = put(Object.hasOwn(object, step) ? object[step] : undefined, path, value, from + 1)
  return object
}

/** A value that shares nothing that can be changed with the one it is a copy of. */
export function copy(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy)
  const own = { ...value }
  for (const [key, child] of Object.entries(own)) if (typeof child === 'object') own[key] = copy(child)
  return own
}

/** Whether two JSON values are the same, regardless of the order of keys. */
export function equal(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true
  if (Array.isArray(left))
    return (
      Array.isArray(right) && left.length === right.length && left.every((item, index) => equal(item, right[index]))
    )
  if (!isObject(left) || !isObject(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key]))
  )
}

/** The object without the member at a path; containers on the way stay. */
export function remove(whole: JsonObject, [step, ...rest]: Path): JsonObject {
  if (step === undefined || !Object.hasOwn(whole, step)) return whole
  const { [step]: inner, ...others } = whole
  if (rest.length === 0) return others
  return isObject(inner) ? { ...whole, [step]: remove(inner, rest) } : whole
}
