/**
 * The primitives of the emitted validators, with those of `checks/`. Their compiled text is written into each module that
 * uses them, so every function here stands alone: it may call other functions of these files, and nothing else.
 */

/** Says whether a string has a form. */
type Tester = Pick<RegExp, 'test'>

export interface RawFinding {
  rule: string
  path: string
  params: Record<string, unknown>
}

export function report(
  findings: RawFinding[],
  rule: string,
  place: string | undefined,
  params: Record<string, unknown>,
): void {
  findings.push({ rule, path: '/' + place, params })
}

export function unknownParameter(findings: RawFinding[], name: string): void {
  report(findings, 'unknown-parameter', name.replace(/~/g, '~0').replace(/\//g, '~1'), { parameter: name })
}

export function present(findings: RawFinding[], name: string, value: unknown, required: boolean): boolean {
  if (value === undefined) {
    if (required) report(findings, 'required', name, { parameter: name })
    return false
  }
  if (value === null) {
    report(findings, 'null', name, {})
    return false
  }
  return true
}

export function typed(findings: RawFinding[], name: string, value: unknown, required: boolean, type: string): boolean {
  if (!present(findings, name, value, required)) return false
  if (type === 'integer' ? Number.isInteger(value) : type === 'array' ? Array.isArray(value) : typeof value === type)
    return true
  report(findings, 'type', name, { type })
  return false
}

export function range(
  findings: RawFinding[],
  name: string,
  value: number,
  unit: string,
  minimum: number,
  maximum: number,
): void {
  if (value < minimum) report(findings, 'min' + unit, name, { limit: minimum })
  else if (value > maximum) report(findings, 'max' + unit, name, { limit: maximum })
}

export function integer(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  minimum: number,
  maximum: number,
): void {
  if (typed(findings, name, value, required, 'integer'))
    range(findings, name, value as number, 'imum', minimum, maximum)
}

export function choice(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  type: string,
  allowed: readonly unknown[],
): void {
  if (typed(findings, name, value, required, type) && !allowed.includes(value))
    report(findings, 'enum', name, { allowed: [...allowed] })
}

/** A string that must not be empty and has no upper limit. */
export function nonEmpty(findings: RawFinding[], name: string, value: unknown, required: boolean): void {
  if (typed(findings, name, value, required, 'string') && value === '')
    report(findings, 'min-length', name, { limit: 1 })
}

export function text(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  minimum: number,
  maximum: number,
): void {
  if (!typed(findings, name, value, required, 'string')) return
  const string = value as string
  const length = string.length
  // Code points are counted only where UTF-16 units leave a doubt.
  range(
    findings,
    name,
    length > maximum || length < 2 * minimum ? codePoints(string) : length,
    '-length',
    minimum,
    maximum,
  )
}

export function codePoints(string: string): number {
  let count = 0
  for (const _ of string) count++
  return count
}

export function media(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  minimum: number,
  maximum: number,
  pattern: Tester,
  accepts: readonly string[],
): void {
  if (!typed(findings, name, value, required, 'array')) return
  const items = value as unknown[]
  range(findings, name, items.length, '-items', minimum, maximum)
  for (let index = 0; index < items.length && index < maximum; index++) {
    const item = items[index]
    if (typeof item !== 'string') report(findings, 'type', name + '/' + index, { type: 'string' })
    else if (!pattern.test(item)) report(findings, 'media-reference', name + '/' + index, { accepts: [...accepts] })
  }
}

/** Items given as base64 that the pattern of `media` has let pass. */
export function base64(findings: RawFinding[], name: string, value: unknown, maximum: number, pattern: Tester): void {
  if (!Array.isArray(value)) return
  value.slice(0, maximum).forEach((item: unknown, index) => {
    if (typeof item === 'string' && /^data:/i.test(item) && pattern.test(item))
      report(findings, 'media-base64', name + '/' + index, {})
  })
}

/**
 * A pattern that also takes base64, and is not asked about most of a long one: an engine may keep a place to return to for
 * each character, as V8 does in a process that has compiled many patterns, and 5 MB of them are too many for it.
 */
export function withBase64(pattern: RegExp): Tester {
  return {
    test(text) {
      const start = text.length > 99999 && /^data:/i.test(text) ? text.indexOf(',') + 1 : 0
      if (!start) return pattern.test(text)
      return !/[^\w+/-]/.test(text.slice(start, -2)) && pattern.test(text.slice(0, start + 1) + text.slice(-2))
    },
  }
}

/** Whether a code point is in a class, given as the distances between its borders: outside, inside, outside and so on. */
export function within(point: number, distances: readonly number[]): boolean {
  let border = 0
  let inside = false
  for (const distance of distances) {
    border += distance
    if (point < border) return inside
    inside = !inside
  }
  return false
}

export type PromptLimitRow = readonly [
  rule: string,
  count: 'code-points' | 'han' | 'non-han' | 'words',
  max: number,
  error: 0 | 1,
  onlyWithHan: 0 | 1,
]

/** Counts code points, Han characters, other characters and words (runs of non-space with a Latin letter), in this order. */
export function promptLimits(
  findings: RawFinding[],
  name: string,
  string: string,
  limits: readonly PromptLimitRow[],
  han: readonly number[],
  latin: readonly number[],
  space: readonly number[],
): void {
  let points = 0
  let ideographs = 0
  let words = 0
  let inWord = false
  for (const character of string) {
    const point = character.codePointAt(0) as number
    points++
    if (within(point, han)) ideographs++
    if (inWord) inWord = !within(point, space)
    else if (within(point, latin)) {
      inWord = true
      words++
    }
  }
  const counts = { 'code-points': points, han: ideographs, 'non-han': points - ideographs, words }
  const told: string[] = []
  let refused = false
  for (const [rule, count, limit, error, onlyWithHan] of limits) {
    const actual = counts[count]
    if (actual <= limit || told.includes(rule) || (refused && !error) || (onlyWithHan && !ideographs)) continue
    told.push(rule)
    if (error) refused = true
    report(findings, rule, name, { limit, count, actual })
  }
}

export function promptTokens(
  findings: RawFinding[],
  name: string,
  string: string,
  token: RegExp,
  parameter: string,
  from: number,
  to: number,
  value: unknown,
): void {
  if (value !== undefined && !Array.isArray(value)) return
  const attached = value === undefined ? 0 : value.length
  const told = new Set<string>()
  for (const [text, digits] of string.matchAll(token)) {
    const number = Number(digits)
    if ((number >= from && number <= to && number <= attached) || told.has(text)) continue
    told.add(text)
    report(findings, 'prompt-token', name, { token: text, parameter, attached })
  }
}

export function filled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

export function empty(value: unknown): boolean {
  return Array.isArray(value) && value.length < 1
}

export function broken(
  findings: RawFinding[],
  rule: string,
  names: readonly string[],
  values: readonly unknown[],
): void {
  const parameters = names.filter((_, index) => !empty(values[index] ?? []))
  report(findings, rule, parameters[0] ?? names[0], { parameters })
}

/** A number with more than a closed range: open bounds, steps, fractions. */
export function numeric(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  type: string,
  [minimum, maximum, above, below, step]: readonly [number, number, number, number, number],
): void {
  if (!typed(findings, name, value, required, type)) return
  const number = value as number
  const steps = number / step
  if (number <= above) report(findings, 'minimum', name, { limit: above, exclusive: true })
  else if (number >= below) report(findings, 'maximum', name, { limit: below, exclusive: true })
  else if (number < minimum || number > maximum) range(findings, name, number, 'imum', minimum, maximum)
  // Decimal steps are not exact in binary: 0.3 is a multiple of 0.1.
  else if (step && Math.abs(steps - Math.round(steps)) > 1e-9 * Math.max(1, Math.abs(steps)))
    report(findings, 'multiple-of', name, { step })
}

/** A string of a certain form. A string of the wrong length is not looked at further. */
export function patterned(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  minimum: number,
  maximum: number,
  pattern: RegExp,
  rule: string,
  params: Record<string, unknown>,
): void {
  const before = findings.length
  text(findings, name, value, required, minimum, maximum)
  if (findings.length === before && value !== undefined && !pattern.test(value as string))
    report(findings, rule, name, { ...params })
}

/** A single reference to a file. */
export function mediaReference(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  pattern: Tester,
  accepts: readonly string[],
): void {
  if (typed(findings, name, value, required, 'string') && !pattern.test(value as string))
    report(findings, 'media-reference', name, { accepts: [...accepts] })
}

/** A single reference that is base64 and that the pattern of `mediaReference` has let pass. */
export function base64Reference(findings: RawFinding[], name: string, value: unknown, pattern: Tester): void {
  if (typeof value === 'string' && /^data:/i.test(value) && pattern.test(value))
    report(findings, 'media-base64', name, {})
}

/** An array whose length is limited. Its items are looked at only when this is true. */
export function list(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  minimum: number,
  maximum: number,
): boolean {
  if (!typed(findings, name, value, required, 'array')) return false
  range(findings, name, (value as unknown[]).length, '-items', minimum, maximum)
  return true
}

/** Items that may not repeat; they are strings, numbers or booleans. */
export function uniqueItems(findings: RawFinding[], name: string, value: readonly unknown[]): void {
  const index = value.findIndex((item, position) => value.indexOf(item) < position)
  if (index >= 0) report(findings, 'unique-items', name + '/' + index, {})
}

/** An object with any members. */
export function anyObject(findings: RawFinding[], name: string, value: unknown, required: boolean): boolean {
  if (!present(findings, name, value, required)) return false
  if (typeof value === 'object' && !Array.isArray(value)) return true
  report(findings, 'type', name, { type: 'object' })
  return false
}

/** An object with these members and no others. Its members are looked at only when this is true. */
export function object(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  members: readonly string[],
): boolean {
  if (!anyObject(findings, name, value, required)) return false
  for (const key of Object.keys(value as object)) {
    if (members.includes(key)) continue
    const place = name + '/' + key.replace(/~/g, '~0').replace(/\//g, '~1')
    report(findings, 'unknown-parameter', place, { parameter: key })
  }
  return true
}

/** An object's own member; inherited ones are none. */
export function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

export function deprecated(findings: RawFinding[], name: string, value: unknown, facts: Record<string, unknown>): void {
  if (value !== undefined && value !== null) report(findings, 'parameter-deprecated', name, { ...facts })
}

export interface UpcomingRow {
  from: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  values?: readonly unknown[]
}

/** A value that is accepted today and beyond a limit that applies from a later date. */
export function upcoming(findings: RawFinding[], name: string, value: unknown, row: UpcomingRow): void {
  if (value === undefined || findings.some(({ path }) => path === '/' + name)) return
  const { from, values } = row
  const [size, low, high] =
    typeof value === 'number'
      ? [value, row.minimum, row.maximum]
      : typeof value === 'string'
        ? [codePoints(value), row.minLength, row.maxLength]
        : Array.isArray(value)
          ? [value.length, row.minItems, row.maxItems]
          : [0, undefined, undefined]
  if (values && !values.includes(value)) report(findings, 'limit-upcoming', name, { from, allowed: [...values] })
  else if (low !== undefined && size < low)
    report(findings, 'limit-upcoming', name, { from, limit: low, side: 'lower' })
  else if (high !== undefined && size > high)
    report(findings, 'limit-upcoming', name, { from, limit: high, side: 'upper' })
}
