import type { EncodedVideoChunk, EncodedVideoChunkMetadata } from '@napi-rs/webcodecs'
import type { Layout } from '../picture/compose.js'
import { yuvPlanes } from '../picture/plane.js'
import type { RenderPlan } from '../plan.js'
import { bytesOf, loadCodecs, type Track } from './track.js'

export const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** Frames that may wait for each encoder: more take memory, which has to be cleared first, and save no time. */
const QUEUE = 3
/** Most seconds from a key frame to the next. */
const KEY_SECONDS = 2.5

/** Told after each frame: share of the work done, 0 to 1. */
export type OnFrame = (fraction: number) => void

type Video = NonNullable<RenderPlan['video']>
type Codecs = Awaited<ReturnType<typeof loadCodecs>>

/** One half of the frames, with an encoder of its own. */
interface Part {
  frames: number[]
  /** Draws and submits a frame, and waits while too many are on their way. */
  add(frame: number): Promise<void>
  finish(): Promise<Track<EncodedVideoChunkMetadata>>
}

/**
 * Encodes the frames of a plan as H.264. An encoder uses one processor and holds up the caller that gives it the next frame while it is at work,
 * so two encode a half each, and frames of both halves are drawn in turn. Each begins with a key frame and writes the same
 * parameter sets, so that the packets of one may follow those of the other.
 */
export async function encodePictures(
  plan: RenderPlan,
  video: Video,
  layout: Layout,
  onFrame: OnFrame,
): Promise<Track<EncodedVideoChunkMetadata>> {
  const codecs = await loadCodecs()
  const keys = keyFrames(video)
  const middle = keys[keys.length / 2] ?? 0
  const all = Array.from({ length: video.frames }, (_, frame) => frame)
  const parts = [all.slice(0, middle), all.slice(middle)].map((frames) =>
    createPart(codecs, { plan, video, layout, frames, keys: new Set(keys) }),
  )
  let done = 0
  for (const index of all) {
    for (const part of parts) {
      const frame = part.frames[index]
      if (frame === undefined) continue
      await part.add(frame)
      onFrame(++done / video.frames)
    }
  }
  const tracks = await Promise.all(parts.map((part) => part.finish()))
  return { packets: tracks.flatMap(({ packets }) => packets), metadata: tracks[0]?.metadata }
}

/** The frames that are key frames: evenly spread, and as many in the second half as in the first. */
export function keyFrames({ frames, frameRate }: { frames: number; frameRate: number }): number[] {
  const count = Math.min(frames, 2 * Math.ceil(frames / (2 * KEY_SECONDS * frameRate)))
  return Array.from({ length: count }, (_, index) => Math.round((index * frames) / count))
}

function createPart(
  { VideoEncoder, VideoFrame }: Codecs,
  task: { plan: RenderPlan; video: Video; layout: Layout; frames: number[]; keys: ReadonlySet<number> },
): Part {
  const { plan, video, frames, keys } = task
  const { buffer, planes } = yuvPlanes(plan.width, plan.height)
  const composition = task.layout.compose(planes)
  const track: Track<EncodedVideoChunkMetadata> = { packets: [], metadata: undefined }
  let failure: Error | undefined
  let submitted = 0
  let moved = () => {}
  const encoder = new VideoEncoder({
    output: (chunk: EncodedVideoChunk, metadata?: EncodedVideoChunkMetadata) => {
      track.packets.push({ data: bytesOf(chunk), key: chunk.type === 'key' })
      track.metadata ??= metadata
      moved()
    },
    error: (error) => {
      failure = error
      moved()
    },
  })
  // Any other bitrate mode gives other bytes in every run.
  encoder.configure({
    codec: 'avc1.640034',
    width: plan.width,
    height: plan.height,
    framerate: video.frameRate,
    bitrateMode: 'quantizer',
    latencyMode: 'quality',
    avc: { format: 'avc' },
  })
  return {
    frames,
    async add(frame) {
      if (failure) throw failure
      composition.draw(frame)
      const picture = new VideoFrame(buffer, {
        format: 'I420',
        codedWidth: plan.width,
        codedHeight: plan.height,
        timestamp: Math.round((frame * 1e6) / video.frameRate),
        duration: Math.round(1e6 / video.frameRate),
        colorSpace: BT709,
      })
      encoder.encode(picture, { keyFrame: keys.has(frame) })
      picture.close()
      submitted++
      await turn()
      // Counted here: to ask the encoder for the length of its queue is to wait until it has finished a frame.
      while (submitted - track.packets.length > QUEUE && failure === undefined)
        await new Promise<void>((resolve) => {
          // Nothing of an encoder keeps the process alive; the timer does.
          const timer = setTimeout(resolve, 1000)
          moved = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    },
    async finish() {
      if (failure === undefined) await encoder.flush()
      if (encoder.state !== 'closed') encoder.close()
      if (failure) throw failure
      return track
    },
  }
}

/** Lets messages, such as the order to stop, come through between frames. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
