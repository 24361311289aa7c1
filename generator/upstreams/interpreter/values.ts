import { copy, equal, type Json, put, read } from './json.js'
import type { Hole, Row, Template } from './mapping.js'

/** The row's upstream value for ours, or why there is none. */
export function toUpstreamValue(row: Row, value: Json): { value: Json } | { reason: string } {
  const reason = limitBroken(row, value)
  if (reason !== undefined) return { reason }
  if (row.values === undefined) return { value }
  const pair = row.values.find(([ours]) => equal(ours, value))
  return pair === undefined
    ? { reason: `it offers ${[...new Set(row.values.map(([, theirs]) => JSON.stringify(theirs)))].join(', ')}` }
    : { value: pair[1] }
}

function limitBroken(row: Row, value: Json): string | undefined {
  const { minimum, maximum, maximumLength, forms } = row
  if (typeof value === 'number' && minimum !== undefined && value < minimum) return `the minimum is ${minimum}`
  if (typeof value === 'number' && maximum !== undefined && value > maximum) return `the maximum is ${maximum}`
  if (typeof value === 'string' && maximumLength !== undefined && isLonger(value, maximumLength))
    return `the maximum length is ${maximumLength} characters`
  if (typeof value !== 'string' || forms === undefined) return undefined
  const form = formOf(value)
  const transfer = row.uploaded === true ? 'that is uploaded ' : row.file === true ? 'that is sent as a file ' : ''
  if (form === 'data' && (transfer !== '' || isParted(row)) && !dataForm.test(value))
    return `a data URI ${transfer}must hold base64`
  if (form === 'asset') return 'it cannot read the asset library of this service; use a URL'
  return forms.includes(form) ? undefined : `it takes ${forms.join(' or ')}, not ${form}`
}

/** Whether what a data URI holds is sent apart from what it says of it. */
function isParted({ template }: Row): boolean {
  return template?.holes.some(({ part }) => part !== undefined) ?? false
}

/** Whether a text has more code points than `length`. */
export function isLonger(text: string, length: number): boolean {
  // No code point is shorter than a UTF-16 unit.
  return text.length > length && [...text].length > length
}

/** How a request names media. */
export function formOf(reference: string): 'url' | 'data' | 'asset' {
  if (/^data:/i.test(reference)) return 'data'
  return /^assetId:/i.test(reference) ? 'asset' : 'url'
}

/** A template with its holes filled: a value of its own, of which nothing is shared. */
export function fill({ value, holes }: Template, filling: Json): Json {
  let filled = copy(value)
  for (const { at, part, whole, prefix, suffix } of holes) {
    const own = part === undefined ? filling : partOf(filling, part)
    const text = (): string => `${prefix}${typeof own === 'string' ? own : JSON.stringify(own)}${suffix}`
    filled = put(filled, at, whole ? copy(own) : text())
  }
  return filled
}

/** A data URI in base64, cut at what it says of its file. */
const dataForm = /^data:([^,;]*)(?:;[^,;]*)*;base64,(.*)$/is

function partOf(filling: Json, part: NonNullable<Hole['part']>): string {
  const [, mediaType = '', base64 = ''] = typeof filling === 'string' ? (dataForm.exec(filling) ?? []) : []
  if (part === 'base64') return base64
  return part === 'mediaType' ? mediaType : mediaType.replace(/^image\//, '')
}

/** What fills the holes of a template to give `filled`; undefined when nothing does. */
export function unfill(template: Template, filled: Json): Json | undefined {
  const [hole] = template.holes
  if (hole === undefined) return undefined
  const inHole = ({ at, whole, prefix, suffix }: Hole): Json | undefined => {
    const there = read(filled, at)
    return there === undefined || whole ? there : withoutAffixes(there, prefix, suffix)
  }
  const inPart = (part: Hole['part']): Json | undefined => {
    const own = template.holes.find((one) => one.part === part)
    return own === undefined ? undefined : inHole(own)
  }
  const [format, base64] = [inPart('imageFormat'), inPart('base64')]
  const mediaType = typeof format === 'string' ? `image/${format}` : inPart('mediaType')
  const isParted = typeof mediaType === 'string' && typeof base64 === 'string'
  const filling = isParted ? `data:${mediaType};base64,${base64}` : inHole(hole)
  return filling !== undefined && equal(fill(template, filling), filled) ? filling : undefined
}

function withoutAffixes(text: Json, prefix: string, suffix: string): Json | undefined {
  if (typeof text !== 'string' || text.length < prefix.length + suffix.length) return undefined
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return undefined
  return text.slice(prefix.length, text.length - suffix.length)
}
