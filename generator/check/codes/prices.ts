import type { CodeFacts } from './facts.js'

/** Prices of models. */
export const pricesCodes = [
  {
    code: 'S066',
    severity: 'error',
    title: 'A price counts what the model does not have',
    explanation:
      'A line of a price names a quantity that no parameter of the model states, a parameter that it does not have, or a value that is not offered. A duration in frames states no seconds, unless the model has a frame rate too.',
    hint: 'Use a quantity that the message lists, or say with x-unit and x-quantity which parameter states it.',
    wrong: '"per": "seconds", where duration has no x-unit',
    right: '"per": "seconds", where duration has "x-unit": "s"',
  },
  {
    code: 'S067',
    severity: 'error',
    title: 'A valid request cannot be priced',
    explanation:
      'The model accepts the request that the message shows, and its price says nothing of it. A price is never guessed.',
    hint: 'Give a rate for it, such as with "*" in a table, or "otherwise" for what a request leaves out.',
    wrong: '"credits": { "resolution": { "720p": 0.5 } }, where 1080p is offered too',
    right: '"credits": { "resolution": { "720p": 0.5, "1080p": 1 } }',
  },
  {
    code: 'S068',
    severity: 'error',
    title: 'Prices are not in the order of their dates',
    explanation:
      'The first price of a model counts from the beginning and each other from its date, later than the one before.',
    hint: 'Order the prices by date, and leave out the from of the first alone.',
    wrong: '"x-price": [{ "from": "2027-01-01", … }]',
    right: '"x-price": [{ … }, { "from": "2027-01-01", … }]',
  },
] as const satisfies readonly CodeFacts[]
