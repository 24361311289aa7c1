import type { Source } from '@model-tasks/spec/catalogue'

/** A source as one line: the section and, when there is one, the row or item in it. */
export const sourceLine = (source: Source): string =>
  source.item === undefined
    ? source.section
    : `${source.section}, ${typeof source.item === 'number' ? `item ${source.item}` : source.item}`

/** The source of a parameter's row: the section alone when the row in it is the parameter's own. */
export const rowSourceLine = (source: Source, parameter: string): string =>
  source.item === parameter ? source.section : sourceLine(source)
