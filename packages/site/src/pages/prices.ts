import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import { capabilitiesOf } from '../facts/capabilities.js'
import type { PricedModelData } from '../facts/priced-model.js'
import { examplePriceText, pricedModel, priceLine } from '../facts/prices.js'
import { markdownTable } from '../machines/table.js'
import type { Page } from '../page.js'
import { exampleBody } from '../samples/example.js'
import type { Language } from '../texts/language.js'

const dataOf = (model: Model): PricedModelData => {
  const { prompt: _, ...body } = exampleBody(model)
  const { seconds, resolutions } = capabilitiesOf(model)
  return { ...pricedModel(model), body, seconds, resolutions }
}

const distinct = (values: string[]): string[] => [...new Set(values.map((value) => value.toLowerCase()))].toSorted()

/** What each model costs, and a calculator whose choices are in the address. */
export const pricesPage = ({ models }: Catalogue, { texts }: Language): Page => {
  const rows = models.map((model) => ({
    id: model.id,
    path: `models/${fileNameOf(model.id)}/`,
    price: priceLine(model, texts),
    amount: examplePriceText(model),
  }))
  return {
    path: 'prices/',
    title: `${texts.prices} · ${texts.siteName}`,
    description: texts.pricesNote,
    template: 'prices',
    markdown: `# ${texts.prices}\n\n${texts.pricesNote}\n\n${markdownTable(
      [texts.model, texts.price, texts.priceOfExample],
      rows.map(({ id, path, price, amount }) => [`[${id}](../${path}index.md)`, price, amount]),
    )}\n`,
    scripts: ['prices.js'],
    data: {
      rows,
      resolutions: distinct(models.flatMap((model) => capabilitiesOf(model).resolutions)),
      json: JSON.stringify(models.map(dataOf)).replaceAll('<', '\\u003c'),
    },
    entries: [
      { kind: 'models', title: texts.prices, words: 'price cost calculator credits 价格 费用 计算', anchor: '' },
    ],
  }
}
