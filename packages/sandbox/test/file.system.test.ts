import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawFile } from '../src/draw.js'
import { loadTypefaces } from '../src/media/fonts.js'
import { rasterise } from '../src/media/rasterise.js'
import { layOut } from '../src/picture/compose.js'
import { yuvPlanes } from '../src/picture/plane.js'
import { planRender, type RenderPlan } from '../src/plan.js'
import type { JsonValue } from '../src/request.js'
import { decodeLuma, probeVideo } from './probe.js'

const planOf = (parameters: Record<string, JsonValue>, kind: 'video' | 'image' = 'video'): RenderPlan =>
  planRender(
    {
      taskId: 'task',
      model: kind === 'video' ? 'sd_2.0_discount' : 'beta-5.0',
      kind,
      parameters: { prompt: 'A paper boat at dusk', ...parameters },
    },
    { drawSeed: () => 99 },
  )
const draw = (parameters: Record<string, JsonValue>, kind?: 'video' | 'image') =>
  drawFile(planOf(parameters, kind), () => {})

describe('a video file', () => {
  let file: Uint8Array
  beforeAll(async () => {
    file = await draw({ duration: 5, seed: 7 })
  })

  it('is 5.000 s of H.264 at 1280 x 720 and 24 frames a second, with AAC of the same length', async () => {
    expect(await probeVideo(file)).toMatchObject({
      seconds: 5,
      width: 1280,
      height: 720,
      codec: 'avc',
      frames: 120,
      framesPerSecond: 24,
      audio: { codec: 'aac', seconds: 5, channels: 2, sampleRate: 48_000 },
    })
  })

  it('says what it shows in its metadata', async () => {
    const { title, comment } = await probeVideo(file)
    expect(title).toBe('A paper boat at dusk')
    expect(comment?.split('\n')).toEqual(
      expect.arrayContaining(['model: sd_2.0_discount', 'seed: 7', 'resolution: 720p', 'watermark: off']),
    )
  })

  it('has the same bytes for the same request and seed, and others for another seed', async () => {
    const small = { duration: 1, resolution: '480p' }
    const [one, same, other] = [
      await draw({ ...small, seed: 7 }),
      await draw({ ...small, seed: 7 }),
      await draw({ ...small, seed: 8 }),
    ]
    expect(Buffer.compare(same, one)).toBe(0)
    expect(Buffer.compare(other, one)).not.toBe(0)
  })

  it('shows each frame at its own moment: decoded, it is the frame that was drawn', async () => {
    const plan = planOf({ duration: 5, seed: 7 })
    const { planes } = yuvPlanes(plan.width, plan.height)
    const composition = (await layOut(plan, await loadTypefaces(), rasterise)).compose(planes)
    const frames = [0, 1, 2, 58, 59, 60, 61, 62, 118, 119]
    const decoded = await decodeLuma(
      file,
      frames.map((frame) => (frame + 0.5) / 24),
    )
    let next = 0
    for (const [index, frame] of frames.entries()) {
      for (; next <= frame; next++) composition.draw(next)
      const luma = planes[0]?.data ?? new Uint8Array()
      expect(
        differenceInTimecode(decoded[index] ?? new Uint8Array(), luma, plan.width, plan.height),
        `frame ${frame}`,
      ).toBeLessThan(6)
    }
  })
})

/** Mean difference of brightness in the lower right, where the timecode runs: another digit there makes it large. */
function differenceInTimecode(one: Uint8Array, other: Uint8Array, width: number, height: number): number {
  let total = 0
  let pixels = 0
  for (let y = Math.floor(height * 0.84); y < height * 0.89; y++) {
    for (let x = Math.floor(width * 0.92); x < width * 0.957; x++, pixels++)
      total += Math.abs((one[y * width + x] ?? 0) - (other[y * width + x] ?? 255))
  }
  return total / pixels
}

describe('what a request asks for is in the file', () => {
  it.each([
    [
      { duration: 4, resolution: '480p' },
      { seconds: 4, frames: 96, width: 854, height: 480 },
    ],
    [
      { duration: 2, resolution: '480P', aspect_ratio: '9:16' },
      { seconds: 2, frames: 48, width: 480, height: 854 },
    ],
    [
      { duration: 3, resolution: '480p', aspect_ratio: '21:9' },
      { seconds: 3, frames: 72, width: 1120, height: 480 },
    ],
    [
      { duration: 1, resolution: '720p', aspect_ratio: '1:1' },
      { seconds: 1, frames: 24, width: 720, height: 720 },
    ],
    [
      { duration: 1, resolution: '480p', aspect_ratio: '3:4' },
      { seconds: 1, frames: 24, width: 480, height: 640 },
    ],
    [
      { duration: 1, resolution: '1080p' },
      { seconds: 1, frames: 24, width: 1920, height: 1080 },
    ],
  ])('%j', async (parameters, expected) => {
    const facts = await probeVideo(await draw(parameters))
    expect(facts).toMatchObject({ ...expected, audio: { seconds: expected.seconds } })
  })

  it('has no audio track when none is asked for', async () => {
    const facts = await probeVideo(await draw({ duration: 1, resolution: '480p', generate_audio: false }))
    expect(facts.audio).toBeUndefined()
    expect(facts.comment).toContain('audio: off')
    expect(facts.seconds).toBe(1)
  })

  it('shows the watermark at the upper right', async () => {
    const corner = async (watermark: boolean) => {
      const [luma = new Uint8Array()] = await decodeLuma(
        await draw({ duration: 1, resolution: '480p', watermark, seed: 7 }),
        [0.5],
      )
      let brightest = 0
      for (let y = 24; y < 64; y++)
        for (let x = 700; x < 812; x++) brightest = Math.max(brightest, luma[y * 854 + x] ?? 0)
      return brightest
    }
    expect(await corner(true)).toBeGreaterThan((await corner(false)) + 60)
  })
})

describe('an image file', () => {
  it.each([
    [{}, 2048, 2048],
    [{ aspect_ratio: '16:9' }, 2048, 1152],
    [{ resolution: '4K', aspect_ratio: '21:9' }, 4096, 1755],
  ])('%j is a PNG of %i x %i', async (parameters, width, height) => {
    expect(await sharp(await draw(parameters, 'image')).metadata()).toMatchObject({ format: 'png', width, height })
  })

  it('has the same bytes for the same request and seed, shows the watermark, and names its seed', async () => {
    const small = { prompt: '一只纸船', seed: 3, size: '1024x512' }
    const file = await draw(small, 'image')
    expect(Buffer.compare(await draw(small, 'image'), file)).toBe(0)
    const { xmp } = await sharp(file).metadata()
    expect(xmp?.toString('utf8')).toContain('seed: 3')
    expect(xmp?.toString('utf8')).toContain('一只纸船')
    const corner = async (bytes: Uint8Array) =>
      (await sharp(bytes).extract({ left: 760, top: 25, width: 220, height: 60 }).raw().toBuffer()).reduce(
        (most, value) => Math.max(most, value),
        0,
      )
    expect(await corner(await draw({ ...small, watermark: true }, 'image'))).toBeGreaterThan((await corner(file)) + 60)
  })
})
