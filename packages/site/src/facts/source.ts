import type { Source } from '@model-tasks/spec/catalogue'

/** A source as one line: the section and, when there is one, the row or item in it. */
export const sourceLine = (source: Source): string =>
  source.item === undefined
    ? source.section
    : `${source.section}, ${typeof source.item === 'number' ? `item ${source.item}` : source.item}`

/** The source of a parameter's row: the section alone when the row in it is the parameter's own. */
export const rowSourceLine = (source: Source, parameter: string): string =>
  source.item === parameter ? source.section : sourceLine(source)

/** A source where it is not the one that is named once for all: the section, or an item of it. */
export const otherThan = (common: string, source: string): string =>
  source === common ? '' : source.startsWith(`${common}, `) ? source.slice(common.length + 2) : source
