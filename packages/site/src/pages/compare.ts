import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import { capabilitiesOf } from '../facts/capabilities.js'
import { facetsOf, labelsOf } from '../facts/facets.js'
import { priceLine } from '../facts/prices.js'
import { statedFacts } from '../facts/stated.js'
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
  const stated = models.map((model) => statedFacts(model, texts))
  const rows = [
    { label: texts.output, mono: false, cells: models.map(({ kind }) => texts[kind]) },
    { label: texts.inputs, mono: false, cells: models.map((model) => inputsText(capabilitiesOf(model).inputs, texts)) },
    { label: texts.price, mono: false, cells: models.map((model) => priceLine(model, texts)) },
    ...(stated[0] ?? []).map(({ label }, index) => ({
      label,
      mono: false,
      cells: stated.map((facts) => facts[index]?.text ?? ''),
    })),
    ...labelsOf(all).map((label) => ({
      label,
      mono: all.find((facet) => facet.label === label)?.mono === true,
      cells: facets.map((own) => {
        const facet = own.find((candidate) => candidate.label === label)
        return facet === undefined ? '' : (wordsOf.get(`${label} ${facet.key}`) ?? facet.text)
      }),
    })),
  ]
  return {
    path: 'compare/',
    title: `${texts.compare} · ${texts.siteName}`,
    description: texts.compareNote,
    template: 'compare',
    markdown: `# ${texts.compare}\n\n${markdownTable(
      ['', ...models.map(({ id }) => id)],
      rows.map(({ label, cells }) => [label, ...cells]),
    )}\n`,
    scripts: ['compare.js'],
    data: {
      models: models.map(({ id }) => ({ id, path: `models/${fileNameOf(id)}/` })),
      rows,
      slots: [1, 2, 3, 4].map((slot) => ({ label: `${texts.model} ${slot}`, first: false })),
    },
    entries: [{ kind: 'models', title: texts.compare, words: 'compare differences', anchor: '' }],
  }
}
