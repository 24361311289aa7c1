import { describe, expect, it } from 'vitest'
import catalogue from '@model-tasks/documents/catalogue.json' with { type: 'json' }
import { planRender, timecode, FRAME_RATE } from '../src/plan.js'
import type { JsonValue } from '../src/request.js'

const drawSeed = () => 1234
const plan = (
  parameters: Record<string, JsonValue>,
  model = 'sd_2.0_discount',
  kind: 'video' | 'image' = 'video',
  defaults: Record<string, JsonValue> = {},
) => planRender({ taskId: 'task', model, kind, parameters }, { drawSeed, defaults })

interface Offer {
  name: string
  values: JsonValue[]
  default?: JsonValue
}

/** Every value that a model's sizes and ratios can take, every bound of its duration, both states of its switches. */
function offers(parameters: readonly object[]): Offer[] {
  return parameters.flatMap((parameter) => {
    const {
      name,
      kind,
      values,
      minimum,
      maximum,
      default: fallback,
    } = parameter as {
      name: string
      kind: string
      values?: JsonValue[]
      minimum?: number
      maximum?: number
      default?: JsonValue
    }
    const own = fallback === undefined ? {} : { default: fallback }
    if (kind === 'enum') return [{ name, values: values ?? [], ...own }]
    if (kind === 'integer' && name === 'duration') return [{ name, values: [minimum ?? 1, maximum ?? 1], ...own }]
    if (kind === 'boolean') return [{ name, values: [true, false], ...own }]
    return []
  })
}

describe.each(catalogue.models.map((model) => [model.id, model] as const))('the plan of %s', (id, model) => {
  const kind = model.kind === 'image' ? 'image' : 'video'
  const defaults = Object.fromEntries(
    offers(model.parameters).flatMap((offer) => (offer.default === undefined ? [] : [[offer.name, offer.default]])),
  )

  it('has a size, a length and facts for every offered value', () => {
    for (const { name, values } of offers(model.parameters)) {
      for (const value of values) {
        const made = plan({ prompt: 'A paper boat', [name]: value }, id, kind, defaults)
        expect(made.width).toBeGreaterThanOrEqual(64)
        expect(made.height).toBeGreaterThanOrEqual(64)
        if (kind === 'video') {
          expect([made.width % 2, made.height % 2]).toEqual([0, 0])
          expect(made.video?.frames).toBe((made.video?.seconds ?? 0) * FRAME_RATE)
        } else expect(made.video).toBeUndefined()
        if (name === 'duration') expect(made.video?.seconds).toBe(value)
        if (name === 'generate_audio') expect(made.video?.audio).toBe(value)
        if (name === 'watermark') expect(made.watermark).toBe(value)
        if (name === 'resolution') expect(made.facts).toContainEqual({ label: 'resolution', value })
        if (name === 'aspect_ratio' && value !== 'adaptive')
          expect(made.facts).toContainEqual({ label: 'aspect ratio', value })
      }
    }
  })

  it('stands on the defaults of its parameters when the request leaves them out', () => {
    const made = plan({ prompt: 'A paper boat' }, id, kind, defaults)
    if (typeof defaults['duration'] === 'number') expect(made.video?.seconds).toBe(defaults['duration'])
    if (typeof defaults['generate_audio'] === 'boolean') expect(made.video?.audio).toBe(defaults['generate_audio'])
    if (typeof defaults['watermark'] === 'boolean') expect(made.watermark).toBe(defaults['watermark'])
  })
})

describe('a plan', () => {
  it('draws the watermark only when asked, and progress and timecode only in a video', () => {
    expect(plan({ prompt: 'x' }).layers).toEqual(['scene', 'prompt', 'facts', 'progress', 'timecode'])
    expect(plan({ prompt: 'x', watermark: true }).layers).toEqual([
      'scene',
      'prompt',
      'facts',
      'watermark',
      'progress',
      'timecode',
    ])
    expect(plan({ prompt: 'x', watermark: true }, 'beta-5.0', 'image').layers).toEqual([
      'scene',
      'prompt',
      'facts',
      'watermark',
    ])
  })

  it('keeps a seed that is given, draws one for -1 or none, and says which', () => {
    expect(plan({ prompt: 'x', seed: 0 })).toMatchObject({ seed: 0, seedDrawn: false })
    expect(plan({ prompt: 'x', seed: 7 }).facts).toContainEqual({ label: 'seed', value: '7' })
    for (const seed of [{ seed: -1 }, {}]) {
      const drawn = plan({ prompt: 'x', ...seed })
      expect(drawn).toMatchObject({ seed: 1234, seedDrawn: true })
      expect(drawn.facts).toContainEqual({ label: 'seed (drawn)', value: '1234' })
    }
  })

  it('is the same for the same request, and other art for another seed or prompt', () => {
    expect(plan({ prompt: 'x', seed: 7 })).toEqual(plan({ prompt: 'x', seed: 7 }))
    expect(plan({ prompt: 'x', seed: 7 }).artSeed).not.toBe(plan({ prompt: 'x', seed: 8 }).artSeed)
    expect(plan({ prompt: 'x', seed: 7 }).artSeed).not.toBe(plan({ prompt: 'y', seed: 7 }).artSeed)
  })

  it('shows the prompt without directives', () => {
    expect(plan({ prompt: 'A boat [[delay: 1s]]' }).prompt).toBe('A boat')
  })

  it('counts attached media and lists every other parameter', () => {
    const { facts } = plan({
      prompt: 'x',
      reference_images: ['https://example.com/a', 'https://example.com/b'],
      reference_videos: [],
      reference_mode: 'frame',
      camera: null,
    })
    expect(facts).toContainEqual({ label: 'reference images', value: '2' })
    expect(facts).toContainEqual({ label: 'reference mode', value: 'frame' })
    expect(facts.map((fact) => fact.label)).not.toContain('reference videos')
    expect(facts.map((fact) => fact.label)).not.toContain('camera')
  })

  it.each([
    [0, 5],
    [-3, 5],
    ['8', 8],
    ['long', 5],
    [5.4, 5],
    [900, 60],
    [null, 5],
  ])('takes duration %s of an open model as %i s', (duration, seconds) => {
    expect(plan({ prompt: 'x', duration }, 'sd_2.0_special').video?.seconds).toBe(seconds)
  })
})

it('writes a timecode', () => {
  expect([0, 23, 24, 61, 24 * 3600 + 24 * 60 + 25].map((frame) => timecode(frame, 24))).toEqual([
    '00:00:00:00',
    '00:00:00:23',
    '00:00:01:00',
    '00:00:02:13',
    '01:01:01:01',
  ])
})

it('other references paint another picture, the same ones the same', () => {
  const artSeed = (images: string[]): number =>
    planRender(
      {
        taskId: 'a',
        model: 'sd_2.0_discount',
        kind: 'video',
        parameters: { prompt: 'x', seed: 1, reference_images: images },
      },
      { drawSeed: () => 1 },
    ).artSeed
  expect(artSeed(['https://example.com/a.png'])).toBe(artSeed(['https://example.com/a.png']))
  expect(artSeed(['https://example.com/a.png'])).not.toBe(artSeed(['https://example.com/b.png']))
  expect(artSeed([])).not.toBe(artSeed(['https://example.com/b.png']))
})

it('a preview is drawn small and silent, and shows the facts of the whole file', () => {
  const plan = planRender(
    {
      taskId: 'a',
      model: 'sd_2.0_discount',
      kind: 'video',
      parameters: { prompt: 'x', seed: 1, resolution: '720p', aspect_ratio: '16:9', duration: 5 },
      preview: { width: 480, seconds: 3 },
    },
    { drawSeed: () => 1 },
  )
  expect(plan).toMatchObject({ width: 480, height: 270, video: { seconds: 3, frames: 72, audio: false } })
  expect(plan.facts).toContainEqual({ label: 'pixels', value: '1280 x 720' })
})
