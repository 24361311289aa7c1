import type { Model } from '@model-tasks/spec/catalogue'
import {
  defaultedModel,
  factorsOf,
  priceRequest,
  priceSubject,
  ratesOf,
  standardLines,
  type CountedFactor,
  type Price,
  type PriceLine,
} from '@model-tasks/spec/measures'
import { exampleBody } from '../samples/example.js'
import { fill } from '../texts/fill.js'
import { conditionText } from './conditions.js'
import type { Texts } from '../texts/en.js'
import type { AskedModel, ModelPrices } from './priced-model.js'
import { isUnknown } from './value.js'

/** The prices of a model in the order of their dates: those that the catalogue states, else the standard price of this project's service. */
export const pricesOf = (model: Model): { prices: readonly Price[]; isStandard: boolean } =>
  isUnknown(model.price)
    ? { prices: [{ lines: standardLines(model) }], isStandard: true }
    : { prices: model.price, isStandard: false }

/** As much of a model as a browser needs to say what a request costs. */
export const pricedModel = (model: Model): ModelPrices => {
  const { quantities } = priceSubject(model)
  return { id: model.id, subject: { quantities, ...defaultedModel(model) }, ...pricesOf(model) }
}

/** A model as it answers whether it takes a request. */
export const askedModel = (model: Model): AskedModel => ({
  ...pricedModel(model),
  kind: model.kind,
  reference: model.reference,
  names: model.parameters.map(({ name }) => name),
  ...(model.availability.status === 'unavailable' ? { closed: model.availability.reason } : {}),
})

const inMicroCredits = 1_000_000

/** What the example request of a model costs, in credits, at the price that counts from the beginning. */
export const examplePrice = (model: Model): number | undefined => {
  const [price] = pricesOf(model).prices
  if (price === undefined) return undefined
  const quote = priceRequest(priceSubject(model), price, exampleBody(model))
  return 'amount' in quote ? Number(quote.amount) / inMicroCredits : undefined
}

/** The price of the example in short, `≈` before one that is not stated. */
export const examplePriceText = (model: Model): string => {
  const amount = examplePrice(model)
  if (amount === undefined) return ''
  return `${pricesOf(model).isStandard ? '≈\u00a0' : ''}${amount.toLocaleString('en-US', { maximumFractionDigits: 6 })}`
}

const factorText = ({ of, every, beyond, otherwise }: CountedFactor, { priceUnits, priceWords }: Texts): string => {
  const unit = priceUnits.get(of) ?? of
  const counted = every === undefined || every === 1 ? unit : `${every} ${unit}`
  const more = [
    ...(beyond === undefined ? [] : [fill(priceWords.beyond, { beyond })]),
    ...(otherwise === undefined ? [] : [fill(priceWords.otherwise, { otherwise })]),
  ]
  return `${counted}${more.join('')}`
}

/** One rate of a price: so many credits, for what, and where. */
export interface PriceRow {
  credits: string
  per: string
  where: string
}

const rowsOfLine = (line: PriceLine, before: string[], texts: Texts): PriceRow[] => {
  const per = factorsOf(line).map((factor) => factorText(factor, texts))
  const conditions = Object.entries(line.when ?? {}).map(([name, condition]) => conditionText(name, condition, texts))
  return ratesOf(line).map(({ values, credits }) => ({
    credits: String(credits),
    per: per.length === 0 ? texts.priceWords.task : per.join(' × '),
    where: [
      ...before,
      ...conditions,
      ...values.map(([name, value]) => `${name} ${value === '*' ? texts.priceWords.any : value}`),
    ].join(texts.listComma),
  }))
}

/** A price as rows of a table: the sum of those that apply is what a task costs. */
export const priceRows = ({ lines, tiers = [] }: Price, texts: Texts): PriceRow[] => [
  ...tiers.flatMap((tier) =>
    tier.lines.flatMap((line) =>
      rowsOfLine(
        line,
        Object.entries(tier.when).map(([name, condition]) => conditionText(name, condition, texts)),
        texts,
      ),
    ),
  ),
  ...lines.flatMap((line) => rowsOfLine(line, tiers.length === 0 ? [] : [texts.priceWords.else], texts)),
]

/** The rates of a model's first price in one line. */
export const ratesText = (model: Model, texts: Texts): string =>
  priceRows(pricesOf(model).prices[0] ?? { lines: [] }, texts)
    .map(({ credits, per, where }) =>
      fill(texts.priceWords.rate, { credits, per, where: where === '' ? '' : ` (${where})` }),
    )
    .join(texts.semicolon)

/** A price in one line, for a table of many models. */
export const priceLine = (model: Model, texts: Texts): string =>
  `${pricesOf(model).isStandard ? texts.priceWords.standard : ''}${ratesText(model, texts)}`
