import type { JsonValue } from '../../catalogue.js'
import type { ModelPrices } from '../../measures/cost.js'
import type { Price, PriceLine } from '../../measures/price.js'

/** A price and requests, with what each costs in millionths of a credit, worked out by hand; null: it cannot be priced. */
export interface PriceCase {
  about: string
  priced: ModelPrices
  requests: [microCredits: number | null, body: { [parameter: string]: JsonValue }][]
}

const model = (price: Price, more: Partial<ModelPrices> = {}): ModelPrices => ({
  model: 'a-model',
  prices: [price],
  standard: false,
  places: [
    { path: '/images/*', media: 'image' },
    { path: '/mask', media: 'image' },
    { path: '/faces/{name}', media: 'image' },
    { path: '/takes/{name}/clips/*', media: 'video' },
    { path: '/other/**' },
  ],
  quantities: [
    { name: 'seconds', sum: [{ path: '/duration', as: 'number', default: 5 }] },
    { name: 'milliseconds-as-seconds', sum: [{ path: '/length', as: 'number', scale: [1, 1000] }] },
    { name: 'shots-seconds', sum: [{ path: '/shots/*/duration', as: 'number', default: 2 }] },
    { name: 'extra-seconds', sum: [{ path: '/extend/by', as: 'number', default: 4 }] },
    {
      name: 'frames-as-seconds',
      sum: [{ path: '/num_frames', as: 'number' }],
      per: { path: '/fps', as: 'number', default: 24 },
    },
    { name: 'pixels', sum: [{ path: '/width', as: 'number' }], times: { path: '/height', as: 'number' } },
    { name: 'size-pixels', sum: [{ path: '/size', as: 'area' }] },
    { name: 'characters', sum: [{ path: '/prompt', as: 'length' }] },
    { name: 'outputs', sum: [{ path: '/n', as: 'number', default: 1 }] },
    {
      name: 'images',
      sum: [
        { path: '/images/*', as: 'count' },
        { path: '/mask', as: 'count' },
        { path: '/faces/{name}', as: 'count' },
      ],
    },
    { name: 'videos', sum: [{ path: '/takes/{name}/clips/*', as: 'count' }] },
  ],
  defaults: { duration: 5, resolution: '720p', 'upscale.factor': 2, audio: false },
  ...more,
})
const lines = (...of: PriceLine[]): ModelPrices => model({ lines: of })
const image = 'https://example.com/a.png'

/** What the language of prices can say, each with requests on both sides of each bound. */
export const priceCases: readonly PriceCase[] = [
  { about: 'per task', priced: lines({ credits: 0.1 }), requests: [[100_000, {}]] },
  {
    about: 'per second, with a default',
    priced: lines({ credits: 0.1, per: 'seconds' }),
    requests: [
      [500_000, {}],
      [300_000, { duration: 3 }],
      [70_000, { duration: 0.7 }],
      [null, { duration: 0 }],
      [null, { duration: 'long' }],
    ],
  },
  {
    about: 'decimals are exact, and each line is rounded up',
    priced: lines({ credits: 0.000001, per: 'seconds' }, { credits: 0.000003, per: { of: 'seconds', every: 7 } }),
    requests: [
      [5 + 3, {}],
      [1 + 1, { duration: 0.1 }],
      [8 + 4, { duration: 7.5 }],
    ],
  },
  {
    about: 'other units, and what states no value',
    priced: lines({ credits: 2, per: 'milliseconds-as-seconds' }),
    requests: [
      [3_000_000, { length: 1500 }],
      [2, { length: 0.001 }],
      [null, {}],
    ],
  },
  {
    about: 'the items of a list, each with its default',
    priced: lines({ credits: 1, per: 'shots-seconds' }),
    requests: [
      [5_500_000, { shots: [{ duration: 3.5 }, {}] }],
      [null, { shots: [] }],
      [null, {}],
    ],
  },
  {
    about: 'a member of an object, whose default counts where the object is',
    priced: lines({ credits: 1 }, { credits: 1, per: { of: 'extra-seconds', otherwise: 0 } }),
    requests: [
      [1_000_000, {}],
      [5_000_000, { extend: {} }],
      [3_000_000, { extend: { by: 2 } }],
    ],
  },
  {
    about: 'a quotient and products',
    priced: lines({ credits: 1, per: ['frames-as-seconds', 'outputs'] }),
    requests: [
      [1_000_000, { num_frames: 24 }],
      [3_333_334, { num_frames: 100, fps: 30 }],
      [6_000_000, { num_frames: 60, fps: 30, n: 3 }],
      [null, { num_frames: 60, fps: 0 }],
    ],
  },
  {
    about: 'areas',
    priced: lines({ credits: 1, per: { of: 'pixels', every: 1_000_000, round: 'up' } }),
    requests: [
      [3_000_000, { width: 1920, height: 1080 }],
      [1_000_000, { width: 1000, height: 1000 }],
      [null, { width: 1000 }],
    ],
  },
  {
    about: 'a size as a string',
    priced: lines({ credits: 0.000001, per: { of: 'size-pixels', otherwise: 1_000_000 } }),
    requests: [
      [1_048_576, { size: '1024x1024' }],
      [786_432, { size: '1024 × 768' }],
      [1_000_000, { size: 'auto' }],
    ],
  },
  {
    about: 'characters as Unicode code points, of which some are free, and at least some counted',
    priced: lines({ credits: 1, per: { of: 'characters', beyond: 2, atLeast: 1, every: 2, round: 'up' } }),
    requests: [
      [1_000_000, { prompt: '' }],
      [1_000_000, { prompt: '纸船🎈!' }],
      [2_000_000, { prompt: '纸船🎈!?' }],
    ],
  },
  {
    about: 'references, in a list and alone',
    priced: lines({ credits: 0.5 }, { credits: 0.25, per: 'images' }),
    requests: [
      [500_000, {}],
      [1_250_000, { images: [image, image], mask: image }],
    ],
  },
  {
    about: 'references under names of the caller, each counted and in conditions',
    priced: lines(
      { credits: 0.25, per: 'images' },
      { credits: 3, when: { faces: { min: 2 } } },
      { credits: 0.5, per: 'videos' },
    ),
    requests: [
      [250_000, { faces: { anna: image } }],
      [3_750_000, { images: [image], faces: { 'old town/1': image, '0': image } }],
      [1_000_000, { takes: { a: { clips: [image] }, b: { clips: [] }, c: { clips: [image] } } }],
      [null, { faces: {} }],
      [null, { faces: [image, image] }],
      [null, { takes: { a: [image] } }],
    ],
  },
  {
    about: 'a table in a table, where * stands for every other value',
    priced: lines({
      credits: { resolution: { '720p': 1, '1080p': { audio: { true: 3, '*': 2 } }, '*': 9 } },
    }),
    requests: [
      [1_000_000, {}],
      [2_000_000, { resolution: '1080p' }],
      [3_000_000, { resolution: '1080p', audio: true }],
      [9_000_000, { resolution: '4K' }],
    ],
  },
  {
    about: 'a table by a number in an object, with its default where the object is',
    priced: lines({ credits: { 'upscale.factor': { 2: 1, 4: 3.5 } } }),
    requests: [
      [1_000_000, { upscale: {} }],
      [3_500_000, { upscale: { factor: 4 } }],
      [null, { upscale: { factor: 8 } }],
      [null, {}],
    ],
  },
  {
    about: 'conditions: a value, one of several, a number between bounds, a count',
    priced: lines(
      { credits: 1, when: { audio: true } },
      { credits: 2, when: { resolution: ['1080p', '4K'] } },
      { credits: 4, when: { duration: { min: 6, max: 10 } } },
      { credits: 8, when: { images: { min: 2 } } },
    ),
    requests: [
      [null, {}],
      [1_000_000, { audio: true }],
      [2_000_000, { resolution: '4K' }],
      [null, { duration: 5.9 }],
      [4_000_000, { duration: 6 }],
      [4_000_000, { duration: 10 }],
      [null, { duration: 10.1 }],
      [null, { images: [image] }],
      [15_000_000, { audio: true, resolution: '1080p', duration: 8, images: [image, image] }],
    ],
  },
  {
    about: 'defaults that depend on the request: of each the first whose condition holds',
    priced: {
      ...lines({ credits: { resolution: { '720p': 0.1, '*': 0.2 } }, per: ['seconds', 'outputs'] }),
      conditionalDefaults: {
        duration: [
          { when: { images: { min: 1 }, audio: true }, default: 8 },
          { when: { audio: true }, default: 10 },
        ],
        n: [{ when: { 'upscale.factor': [2, 8] }, default: 3 }],
        resolution: [{ when: { mask: { max: 0 }, images: { min: 2 } }, default: '4K' }],
      },
    },
    requests: [
      [500_000, {}],
      [1_000_000, { audio: true }],
      [800_000, { audio: true, images: [image] }],
      [300_000, { audio: true, images: [image], duration: 3 }],
      [3_200_000, { audio: true, images: [image, image], n: 2 }],
      [1_500_000, { upscale: {} }],
      [500_000, { upscale: { factor: 4 } }],
      [1_000_000, { mask: image, images: [image, image], n: 2 }],
    ],
  },
  {
    about: 'the first tier that applies takes the place of the lines',
    priced: model({
      lines: [{ credits: 1, per: 'seconds' }],
      tiers: [
        { when: { resolution: '4K', audio: true }, lines: [{ credits: 0 }] },
        { when: { resolution: '4K' }, lines: [{ credits: 3, per: 'seconds' }] },
      ],
    }),
    requests: [
      [5_000_000, {}],
      [15_000_000, { resolution: '4K' }],
      [0, { resolution: '4K', audio: true }],
    ],
  },
]
