import { beforeAll, describe, expect, it } from 'vitest'
import { loadTypefaces } from '../src/media/fonts.js'
import { layoutCard, timecodeEdges, type Card, type Typefaces } from '../src/picture/card.js'
import { composeScene } from '../src/picture/scene.js'
import { planRender, type RenderPlan } from '../src/plan.js'
import type { JsonValue } from '../src/request.js'
import { measure } from '../src/type/wrap.js'

let typefaces: Typefaces
beforeAll(async () => {
  typefaces = await loadTypefaces()
})

const LONG =
  'An old lighthouse keeper walks down the spiral stairs with a lantern in his hand while a storm gathers. '.repeat(12)
const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21', '4:5', '5:4', '3:2', '2:3']

const cases: [string, 'video' | 'image', string, Record<string, JsonValue>][] = RATIOS.flatMap((aspect_ratio) => [
  [
    `480p ${aspect_ratio}, short`,
    'video',
    'A paper boat at dusk',
    { resolution: '480p', aspect_ratio, watermark: true },
  ],
  [
    `1080p ${aspect_ratio}, long`,
    'video',
    LONG,
    {
      resolution: '1080p',
      aspect_ratio,
      watermark: true,
      reference_images: ['a'],
      reference_videos: ['a'],
      reference_audios: ['a'],
    },
  ],
  [
    `2K ${aspect_ratio}, Chinese`,
    'image',
    '黄昏时分，一只小小的纸船漂在平静的湖面上。'.repeat(20),
    { resolution: '2K', aspect_ratio },
  ],
])

function lay(
  kind: 'video' | 'image',
  prompt: string,
  parameters: Record<string, JsonValue>,
): { plan: RenderPlan; card: Card } {
  const plan = planRender(
    { taskId: 'task', model: 'sd_2.0_discount', kind, parameters: { ...parameters, prompt } },
    { drawSeed: () => 2147483647 },
  )
  return { plan, card: layoutCard(plan, typefaces) }
}

describe.each(cases)('the card at %s', (_, kind, prompt, parameters) => {
  it('keeps every word inside safe margins', () => {
    const { plan, card } = lay(kind, prompt, parameters)
    const margin = Math.min(plan.width, plan.height) * 0.06
    for (const run of card.runs) {
      expect(run.x).toBeGreaterThan(margin)
      expect(run.x + measure(typefaces[run.weight], run.text, run.size, run.tracking)).toBeLessThan(
        plan.width - margin + 1,
      )
      expect(run.baseline - run.size).toBeGreaterThan(0)
      expect(run.baseline).toBeLessThan(plan.height - margin)
    }
  })

  it('lets no two lines overlap, and no line the timecode', () => {
    const { card } = lay(kind, prompt, parameters)
    const boxes = card.runs.map((run) => ({
      left: run.x,
      right: run.x + measure(typefaces[run.weight], run.text, run.size, run.tracking),
      top: run.baseline - run.size * 0.74,
      bottom: run.baseline,
    }))
    if (card.timecode) {
      const edges = timecodeEdges(typefaces.medium, card.timecode)
      boxes.push({
        left: edges[0] ?? 0,
        right: edges.at(-1) ?? 0,
        top: card.timecode.baseline - card.timecode.size * 0.74,
        bottom: card.timecode.baseline,
      })
    }
    const overlapping = boxes.flatMap((box, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        const apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
        return apart ? [] : [[box, other]]
      }),
    )
    expect(overlapping).toEqual([])
  })

  it('leaves the landscape room: sun below the prompt, solid ground behind the facts', () => {
    const { plan, card } = lay(kind, prompt, parameters)
    for (const seed of [1, 2, 3]) {
      const scene = composeScene(seed, { ...plan, ...card })
      expect(scene.sun.y - scene.sun.radius).toBeGreaterThan(card.titleBottom - card.unit * 20)
      expect(Math.max(...(scene.ridges.at(-1)?.crest ?? [Infinity]))).toBeLessThan(card.groundTop)
      for (const ridge of scene.ridges) expect(Math.max(...ridge.crest)).toBeLessThan(card.groundTop + 1)
    }
  })
})

describe('the prompt on the card', () => {
  const title = (card: Card) => card.runs.filter((run) => run.opacity === 0.98)

  it('is large when short and ends in dots when it cannot be shown whole', () => {
    const short = title(lay('video', 'A paper boat at dusk', {}).card)
    expect(short.map((run) => run.text)).toEqual(['A paper boat at dusk'])
    expect(short[0]?.size).toBe(64)
    const long = title(lay('video', LONG, {}).card)
    expect(long.at(-1)?.text).toMatch(/\.\.\.$/u)
    expect(long[0]?.size).toBe(27)
  })

  it('may be empty', () => {
    expect(title(lay('video', '[[delay: 1s]]', {}).card)).toEqual([])
  })

  it('shows how many facts found no room', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`parameter_${index}`, index]))
    const { card } = lay('video', 'x', many)
    const values = card.runs.map((run) => run.text)
    expect(values).toContain('more')
  })
})
