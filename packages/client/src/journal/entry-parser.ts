/** What a field of an entry must hold: `name`, a string that is not empty; with `?`, it may be absent. */
export type FieldType = 'name' | 'string' | 'string?' | 'number' | 'number?'

/** The fields of each event. An entry may have others, which a later version wrote. */
export type EntryShapes<E extends { event: string }> = Readonly<Record<E['event'], Readonly<Record<string, FieldType>>>>

/**
 * The reader of lines that hold one entry each, as JSON. It answers undefined for a line that holds none: one bad line must
 * not hide what the others record, and an entry without one of its fields records nothing.
 */
export function entryParser<E extends { event: string }>(shapes: EntryShapes<E>): (line: string) => E | undefined {
  const isEntry = (value: unknown): value is E => {
    const fields = Object(value) as Record<string, unknown>
    const { event } = fields
    if (typeof event !== 'string' || !Object.hasOwn(shapes, event)) return false
    return Object.entries(shapes[event as E['event']]).every(([name, type]) => fits(fields[name], type))
  }
  return (line) => {
    try {
      const value: unknown = JSON.parse(line)
      return isEntry(value) ? value : undefined
    } catch {
      return undefined
    }
  }
}

function fits(value: unknown, type: FieldType): boolean {
  if (value === undefined) return type.endsWith('?')
  return type === 'name' ? typeof value === 'string' && value !== '' : type.startsWith(typeof value)
}

/** Whether a line is an entry of an event that is not among these: a later version may have written it, and knows what it says. */
export function isLaterEntry(shapes: object, line: string): boolean {
  try {
    const { event } = Object(JSON.parse(line)) as { event?: unknown }
    return typeof event === 'string' && !Object.hasOwn(shapes, event)
  } catch {
    return false
  }
}
