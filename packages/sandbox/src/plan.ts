import { readDirectives } from './directives.js'
import { pictureSize } from './picture-size.js'
import { hashText } from './random.js'
import type { JsonValue, RenderRequest } from './request.js'

/** Frames a second of every video. */
export const FRAME_RATE = 24

/** One parameter as the picture shows it. */
export interface Fact {
  label: string
  value: string
}

/** What is drawn over what, from the bottom up. */
export type Layer = 'scene' | 'prompt' | 'facts' | 'watermark' | 'progress' | 'timecode'

/** Everything that fixes the bytes of a file: plain data, so that the process that draws needs nothing else. */
export interface RenderPlan {
  kind: RenderRequest['kind']
  model: string
  /** As shown: without directives. */
  prompt: string
  width: number
  height: number
  seed: number
  /** True when the request left the seed open and it was drawn. */
  seedDrawn: boolean
  /** Seeds the art and the tone: the seed and the words together. */
  artSeed: number
  watermark: boolean
  facts: Fact[]
  layers: Layer[]
  /** Of sounds alone. */
  sound?: { seconds: number; format: 'mp3' | 'wav' }
  /** Of videos alone. */
  video?: { frameRate: number; frames: number; seconds: number; audio: boolean }
}

/** What a plan takes besides the request. */
export interface PlanContext {
  /** Values of the model's parameters that the request leaves out. */
  defaults?: Readonly<Record<string, JsonValue>>
  /** Draws a seed in [0, 2147483647] when the request names none or -1. */
  drawSeed: () => number
}

/** Parameters with a place of their own in the picture; every other one is listed as it is. */
const SHOWN_ELSEWHERE = new Set([
  'model',
  'prompt',
  'resolution',
  'aspect_ratio',
  'duration',
  'seed',
  'generate_audio',
  'watermark',
])
const LONGEST_VIDEO = 60
const LONGEST_SOUND = 600
const CHARACTERS_PER_SECOND = 15
const FORMAT_PARAMETERS = ['output_format', 'audio_format', 'response_format', 'format']

/** The seed of a request, of which the art needs 53 bits: an integer, or the digits of one that numbers of JSON do not carry. */
function seedOf(asked: unknown): number | undefined {
  if (typeof asked === 'string' && /^[0-9]{1,20}$/.test(asked)) return Number(BigInt.asUintN(53, BigInt(asked)))
  return typeof asked === 'number' && Number.isSafeInteger(asked) && asked >= 0 ? asked : undefined
}

/** Plans the file of one request. Pure: the same request, defaults and seed give the same plan. */
export function planRender(request: RenderRequest, context: PlanContext): RenderPlan {
  const parameters = { ...context.defaults, ...request.parameters }
  const prompt = readDirectives(typeof parameters['prompt'] === 'string' ? parameters['prompt'] : '').prompt
  const size = pictureSize(request, parameters)
  const asked = parameters['seed']
  const given = seedOf(asked)
  const seedGiven = given !== undefined
  const seed = given ?? context.drawSeed()
  const watermark = parameters['watermark'] === true
  const seconds = secondsOf(request.seconds ?? parameters['duration'])
  const audio = parameters['generate_audio'] !== false
  const isVideo = request.kind === 'video'
  const drawn = drawnSize(size, request.preview)
  const facts: Fact[] = [
    { label: 'resolution', value: size.resolution },
    { label: 'pixels', value: `${size.width} x ${size.height}` },
    { label: 'aspect ratio', value: size.ratio },
    ...(isVideo
      ? [
          { label: 'duration', value: `${seconds} s` },
          { label: 'frame rate', value: `${FRAME_RATE} fps` },
          { label: 'audio', value: audio ? 'on' : 'off' },
        ]
      : []),
    { label: 'watermark', value: watermark ? 'on' : 'off' },
    {
      label: seedGiven ? 'seed' : 'seed (drawn)',
      value: seedGiven && typeof asked === 'string' ? asked : String(seed),
    },
    ...otherFacts(parameters),
  ]
  const plan: RenderPlan = {
    kind: request.kind,
    model: request.model,
    prompt,
    ...drawn,
    seed,
    seedDrawn: !seedGiven,
    artSeed: hashText([seed, request.model, prompt, ...references(parameters)].join('\n')),
    watermark,
    facts,
    layers: [
      'scene',
      'prompt',
      'facts',
      ...(watermark ? ['watermark' as const] : []),
      ...(isVideo ? ['progress' as const, 'timecode' as const] : []),
    ],
  }
  if (request.kind === 'audio') plan.sound = { seconds: soundSeconds(request, prompt), format: soundFormat(parameters) }
  if (isVideo) {
    const length = request.preview?.seconds ?? seconds
    plan.video = {
      frameRate: FRAME_RATE,
      frames: length * FRAME_RATE,
      seconds: length,
      audio: audio && request.preview === undefined,
    }
  }
  return plan
}

/** The media that were sent: other references make another picture, so that people see that theirs arrived. */
function references(parameters: Record<string, JsonValue>): string[] {
  return Object.entries(parameters).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? [name, ...Object.values(value).map((item) => JSON.stringify(item))]
      : [],
  )
}

/** The pixels that are drawn; both sides are even, as video requires. */
function drawnSize(
  size: { width: number; height: number },
  preview: RenderRequest['preview'],
): { width: number; height: number } {
  if (preview === undefined) return { width: size.width, height: size.height }
  const height = preview.height ?? 2 * Math.round((preview.width * size.height) / size.width / 2)
  return { width: preview.width, height }
}

/** The timecode of a frame: `HH:MM:SS:FF`. */
export function timecode(frame: number, frameRate: number): string {
  const seconds = Math.floor(frame / frameRate)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % frameRate]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** As long as asked for, up to ten minutes; else as long as it takes to say the prompt. */
function soundSeconds({ seconds, parameters }: RenderRequest, prompt: string): number {
  const asked = seconds ?? parameters['duration']
  const length = typeof asked === 'number' && asked > 0 ? asked : [...prompt].length / CHARACTERS_PER_SECOND
  return Math.min(LONGEST_SOUND, Math.max(0.5, length))
}

/** WAV where a parameter asks for it, else MP3. */
function soundFormat(parameters: Record<string, JsonValue>): 'mp3' | 'wav' {
  return FORMAT_PARAMETERS.some((name) => {
    const value = parameters[name]
    return typeof value === 'string' && /^(wav|pcm)/i.test(value)
  })
    ? 'wav'
    : 'mp3'
}

/** Models without a reference take any duration: whole seconds from 1 to 60, else 5. */
function secondsOf(duration: JsonValue | undefined): number {
  const seconds = typeof duration === 'string' ? Number(duration) : duration
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) return 5
  return Math.min(LONGEST_VIDEO, Math.max(1, Math.round(seconds)))
}

function otherFacts(parameters: Record<string, JsonValue>): Fact[] {
  return Object.entries(parameters)
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .flatMap(([name, value]) => {
      const shown = shownValue(value)
      return shown === undefined ? [] : [{ label: name.replaceAll('_', ' '), value: shown }]
    })
}

function shownValue(value: JsonValue): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : String(value.length)
  if (typeof value === 'string') return value.length > 24 ? `${value.slice(0, 23).trimEnd()}...` : value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return undefined
}
