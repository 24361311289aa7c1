import type { Source } from '@model-tasks/spec/catalogue'
import { fill } from '../texts/fill.js'
import type { Texts } from '../texts/en.js'

/** The section of a source. Sections are called by names of models, which stay, or by headings, which are translated. */
const sectionName = (section: string, texts: Texts): string =>
  texts.sections.get(section) ?? section.replace(/ and (?=\S+$)/, texts.and)

/** A source as one line: the section and, when there is one, the row or item in it. */
export const sourceLine = ({ section, item }: Source, texts: Texts): string => {
  const name = sectionName(section, texts)
  if (item === undefined) return name
  return `${name}${texts.listComma}${typeof item === 'number' ? fill(texts.sourceItem, { item }) : item}`
}

/** The source of a parameter's row: the section alone when the row in it is the parameter's own. */
export const rowSourceLine = (source: Source, parameter: string, texts: Texts): string =>
  source.item === parameter ? sectionName(source.section, texts) : sourceLine(source, texts)

/** A source where it is not the one that is named once for all: the section, or an item of it. */
export const otherThan = (common: string, source: string, { listComma }: Texts): string =>
  source === common ? '' : source.startsWith(common + listComma) ? source.slice((common + listComma).length) : source
