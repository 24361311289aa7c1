import { expect, test } from 'vitest'
import type { Model } from '@model-tasks/spec/catalogue'
import { priceLine, priceRows, pricesOf, examplePriceText } from '../src/facts/prices.js'
import { pricesPage } from '../src/pages/prices.js'
import { readSource } from '../src/source.js'
import { chinese } from '../src/texts/zh.js'
import { english } from '../src/texts/en.js'
import { languages } from '../src/texts/language.js'

const { catalogue } = await readSource()
const found = catalogue.models.find(({ id }) => id === 'sd_2.0_discount')
if (found === undefined) throw new Error('the model is gone')
const model: Model = found
const priced: Model = {
  ...model,
  price: [
    {
      lines: [
        { credits: { resolution: { '720p': 0.5, '*': 1 } }, per: 'seconds' },
        { credits: 2, when: { reference_images: { min: 3 } } },
      ],
      source: { section: 'x' },
    },
  ],
}

test('a price that the catalogue states is shown with the parameters that change it', () => {
  const [price] = pricesOf(priced).prices
  expect(pricesOf(priced).isStandard).toBe(false)
  expect(price && priceRows(price, english)).toEqual([
    { credits: '0.5', per: 'second', where: 'resolution 720p' },
    { credits: '1', per: 'second', where: 'resolution any other' },
    { credits: '2', per: 'task', where: 'reference_images at least 3' },
  ])
  expect(priceLine(priced, chinese)).toContain('每秒 0.5 积分')
  expect(examplePriceText(priced)).toBe('2.5')
})

test('where it states none the standard price of the service is shown, and marked as such', () => {
  expect(pricesOf(model).isStandard).toBe(true)
  expect(examplePriceText(model)).toBe('≈\u00a05')
  expect(priceLine(model, english)).toBe('not stated; standard: 1 per second (15 where not stated)')
  for (const language of languages) {
    const page = pricesPage(catalogue, language)
    expect(page.markdown?.split('\n').filter((line) => line.startsWith('| ['))).toHaveLength(catalogue.models.length)
  }
})
