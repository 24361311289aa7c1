import { describe, expect, it } from 'vitest'
import { pictureSize } from '../src/picture-size.js'
import type { JsonValue } from '../src/request.js'

const video = (parameters: Record<string, JsonValue>, model = 'sd_2.0_discount') =>
  pictureSize({ model, kind: 'video' }, parameters)
const image = (parameters: Record<string, JsonValue>) => pictureSize({ model: 'beta-5.0', kind: 'image' }, parameters)

describe('the size of a video', () => {
  it.each([
    ['480p', '16:9', 854, 480],
    ['720p', '16:9', 1280, 720],
    ['768p', '16:9', 1366, 768],
    ['1080p', '16:9', 1920, 1080],
    ['480P', '9:16', 480, 854],
    ['720P', '9:16', 720, 1280],
    ['1080P', '1:1', 1080, 1080],
    ['720p', '4:3', 960, 720],
    ['720p', '3:4', 720, 960],
    ['720p', '3:2', 1080, 720],
    ['720p', '2:3', 720, 1080],
    ['720P', '4:5', 720, 900],
    ['720P', '5:4', 900, 720],
    ['1080p', '21:9', 2520, 1080],
    ['1080P', '9:21', 1080, 2520],
  ])('%s at %s is %i x %i', (resolution, ratio, width, height) => {
    expect(video({ resolution, aspect_ratio: ratio })).toEqual({ width, height, resolution, ratio })
  })

  it('says which ratio it took where the request leaves it to the input', () => {
    expect(video({ resolution: '720p', aspect_ratio: 'adaptive' })).toEqual({
      width: 1280,
      height: 720,
      resolution: '720p',
      ratio: 'adaptive (16:9)',
    })
    expect(video({ size: 'keep_ratio' }, 'alpha_1_5_pro_720p').ratio).toBe('keep_ratio (16:9)')
  })

  it('reads size as a ratio and the resolution from the Model ID', () => {
    expect(video({ size: '9:16' }, 'alpha_1_5_pro_480p')).toMatchObject({
      width: 480,
      height: 854,
      resolution: '480p',
      ratio: '9:16',
    })
    expect(video({}, 'zeta-H3-768p')).toMatchObject({ width: 1366, height: 768 })
    expect(video({}, 'videos_10_0_0-720p')).toMatchObject({ width: 1280, height: 720 })
  })

  it('answers anything with even sides within bounds', () => {
    for (const aspect_ratio of ['7:5', '100:1', '1:100', '0:0', 'wide']) {
      for (const resolution of ['100p', '333p', '9999p', '8K', 'huge']) {
        const { width, height } = video({ aspect_ratio, resolution }, 'any')
        expect([width % 2, height % 2]).toEqual([0, 0])
        for (const side of [width, height]) expect(side).toSatisfy((pixels: number) => pixels >= 64 && pixels <= 4096)
      }
    }
  })
})

describe('the size of an image', () => {
  it.each([
    ['2K', '1:1', 2048, 2048],
    ['3K', '1:1', 3072, 3072],
    ['4K', '1:1', 4096, 4096],
    ['2K', '16:9', 2048, 1152],
    ['2K', '9:16', 1152, 2048],
    ['2K', '3:2', 2048, 1365],
    ['4K', '21:9', 4096, 1755],
  ])('%s at %s is %i x %i: the longer side is the nominal one', (resolution, ratio, width, height) => {
    expect(image({ resolution, aspect_ratio: ratio })).toEqual({ width, height, resolution, ratio })
  })

  it('is 2K and square when nothing is asked', () => {
    expect(image({})).toEqual({ width: 2048, height: 2048, resolution: '2K', ratio: '1:1' })
  })

  it.each([
    ['1024x768', 1024, 768],
    ['1000×500', 1000, 500],
    ['3:4', 1536, 2048],
    ['4K', 4096, 4096],
    ['10x10', 2048, 2048],
    ['9000x9000', 2048, 2048],
    ['poster', 2048, 2048],
  ])('takes size %s as %i x %i', (size, width, height) => {
    expect(image({ size })).toMatchObject({ width, height })
  })
})
