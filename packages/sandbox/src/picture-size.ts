import type { JsonValue, RenderRequest } from './request.js'

/** The size of a picture and the words that led to it. */
export interface PictureSize {
  width: number
  height: number
  /** As asked for, or what the sandbox took instead. */
  resolution: string
  /** As asked for; `adaptive` and `keep_ratio` name the ratio the sandbox took. */
  ratio: string
}

const RATIO = /^(\d{1,3}):(\d{1,3})$/u
const LINES = /^(\d{3,4})p$/iu
const THOUSANDS = /^([1-8])k$/iu
const PIXELS = /^(\d{2,4})\s*[x×*]\s*(\d{2,4})$/iu
const SMALLEST = 64
const LARGEST = 4096

/**
 * Turns resolution, aspect ratio and size into pixels. The interface does not show pixel sizes: all of this is the sandbox's own reading.
 * - `720p` is the shorter side of a video (1280x720, 720x1280, 720x720, 1680x720), both sides even.
 * - `2K` is the longer side of an image, n x 1024 (2048x2048, 2048x1152).
 * - `adaptive` and `keep_ratio` follow an input that the sandbox does not open: 16:9 for video, 1:1 for images.
 * - `size` may be a ratio, a resolution or pixels such as `1024x768` (64 to 4096 a side); anything else changes nothing.
 * - without a resolution, one in the Model ID counts (`alpha_1_5_pro_480p`), then 720p or 2K.
 */
export function pictureSize(
  request: Pick<RenderRequest, 'model' | 'kind'>,
  parameters: Record<string, JsonValue>,
): PictureSize {
  const isVideo = request.kind === 'video'
  const size = textOf(parameters['size'])
  const pixels = readPixels(size)
  if (pixels)
    return {
      ...fit(pixels.width, pixels.height, isVideo),
      resolution: size ?? '',
      ratio: simplify(pixels.width, pixels.height),
    }
  const ratioText = firstThat([textOf(parameters['aspect_ratio']), size], isRatio)
  const fallbackRatio = isVideo ? '16:9' : '1:1'
  const shape = readRatio(ratioText) ?? readRatio(fallbackRatio) ?? 1
  const resolution =
    firstThat([textOf(parameters['resolution']), size, sizeInModelId(request.model)], isResolution) ??
    (isVideo ? '720p' : '2K')
  const nominal = readResolution(resolution)
  const ratio =
    ratioText === undefined
      ? fallbackRatio
      : readRatio(ratioText) === undefined
        ? `${ratioText} (${fallbackRatio})`
        : ratioText
  const long = nominal.side === 'longer' ? nominal.pixels : nominal.pixels * Math.max(shape, 1 / shape)
  const short = nominal.side === 'longer' ? nominal.pixels / Math.max(shape, 1 / shape) : nominal.pixels
  return { ...fit(shape >= 1 ? long : short, shape >= 1 ? short : long, isVideo), resolution, ratio }
}

function fit(width: number, height: number, even: boolean): { width: number; height: number } {
  const side = (pixels: number) => {
    const bounded = Math.min(LARGEST, Math.max(SMALLEST, pixels))
    return even ? Math.round(bounded / 2) * 2 : Math.round(bounded)
  }
  return { width: side(width), height: side(height) }
}

function readRatio(text: string | undefined): number | undefined {
  const [, width, height] = RATIO.exec(text ?? '') ?? []
  const ratio = Number(width) / Number(height)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined
}

function isRatio(text: string): boolean {
  return readRatio(text) !== undefined || text === 'adaptive' || text === 'keep_ratio'
}

function isResolution(text: string): boolean {
  return LINES.test(text) || THOUSANDS.test(text)
}

function readResolution(text: string): { side: 'shorter' | 'longer'; pixels: number } {
  const thousands = THOUSANDS.exec(text)
  return thousands
    ? { side: 'longer', pixels: Number(thousands[1]) * 1024 }
    : { side: 'shorter', pixels: Number.parseInt(text, 10) }
}

function readPixels(text: string | undefined): { width: number; height: number } | undefined {
  const [, width, height] = PIXELS.exec(text ?? '') ?? []
  const allowed = [Number(width), Number(height)].every((side) => side >= SMALLEST && side <= LARGEST)
  return allowed ? { width: Number(width), height: Number(height) } : undefined
}

function sizeInModelId(model: string): string | undefined {
  return /(?:^|[_-])(\d{3,4}p)(?:$|[_-])/iu.exec(model)?.[1]
}

function simplify(width: number, height: number): string {
  const divisor = greatestCommonDivisor(width, height)
  return `${width / divisor}:${height / divisor}`
}

function greatestCommonDivisor(first: number, second: number): number {
  return second === 0 ? first : greatestCommonDivisor(second, first % second)
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function firstThat(texts: (string | undefined)[], test: (text: string) => boolean): string | undefined {
  return texts.find((text) => text !== undefined && test(text))
}
