import type { Catalogue } from '@model-tasks/spec/catalogue'
import { capabilitiesOf } from '../facts/capabilities.js'
import { facetsOf, labelsOf } from '../facts/facets.js'
import { isUnknown } from '../facts/value.js'
import { markdownTable } from '../machines/table.js'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { inputsText } from './finder.js'

/** The comparison: every model with a reference in one table, of which script leaves two to four columns. */
export const comparePage = (catalogue: Catalogue, language: Language): Page => {
  const { texts } = language
  const models = catalogue.models.filter(({ reference }) => reference)
  const facets = models.map((model) => facetsOf(model, texts))
  const all = facets.flat()
  // Where two models say the same in another order, both are shown in the order of the first.
  const wordsOf = new Map<string, string>()
  for (const { label, key, text } of all) if (!wordsOf.has(`${label} ${key}`)) wordsOf.set(`${label} ${key}`, text)
  const yesNo = (value: boolean): string => value ? texts.yes : texts.no
  const facts: [string, (model: (typeof models)[number]) => string][] = [
    [texts.output, (model) => texts[model.kind]],
    [texts.availability, (model) => model.availability.status === 'available' ? texts.available : `${texts.unavailable}: ${model.availability.reason}`],
    [texts.displayName, (model) => isUnknown(model.displayName) ? texts.notShown : model.displayName],
    [texts.inputs, (model) => inputsText(capabilitiesOf(model).inputs, texts)],
    [texts.assetLibrary, (model) => isUnknown(model.assetLibrary) ? texts.urlsOnly : yesNo(model.assetLibrary)],
    [texts.inPublishedList, (model) => yesNo(model.listed)],
  ]
  const rows = [
    ...facts.map(([label, of]) => ({ label, mono: false, cells: models.map(of) })),
    ...labelsOf(all).map((label) => ({
      label,
      mono: all.find((facet) => facet.label === label)?.mono === true,
      cells: facets.map((own) => {
        const facet = own.find((candidate) => candidate.label === label)
        return facet === undefined ? '' : wordsOf.get(`${label} ${facet.key}`) ?? facet.text
      }),
    })),
  ]
  return {
    path: 'compare/',
    title: `${texts.compare} · ${texts.siteName}`,
    description: texts.compareNote,
    template: 'compare',
    markdown: `# ${texts.compare}\n\n${markdownTable(['', ...models.map(({ id }) => id)], rows.map(({ label, cells }) => [label, ...cells]))}\n`,
    scripts: ['compare.js'],
    data: {
      models: models.map(({ id }) => ({ id, path: `models/${id}/` })),
      rows,
      slots: [1, 2, 3, 4].map((slot) => ({ label: `${texts.choose} ${slot}`, first: false })),
    },
    entries: [{ kind: 'models', title: texts.compare, words: 'compare differences', anchor: '' }],
  }
}
