import type { Source } from './catalogue.js'

/** A source as people read it: the section's heading and, after a comma, the row or item. */
export function sourceText(source: Source): string {
  if (source.item === undefined) return source.section
  return `${source.section}, ${typeof source.item === 'number' ? `item ${source.item}` : source.item}`
}
