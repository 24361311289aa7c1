import type { EncodedAudioChunk, EncodedVideoChunkMetadata, EncodedAudioChunkMetadata } from '@napi-rs/webcodecs'
import type { Layout } from '../picture/compose.js'
import type { RenderPlan } from '../plan.js'
import { clearCreationTimes } from './creation-time.js'
import { describePlan } from './description.js'
import { BT709, encodePictures, type OnFrame } from './pictures.js'
import { SAMPLE_RATE, toneBed } from './tone.js'
import { bytesOf, loadCodecs, type Track } from './track.js'

const AAC_FRAME = 1024
/** The encoder's own run-in: its first packet holds no sound yet. */
const PRIMING_PACKETS = 1

/** Encodes the frames of a plan as H.264, with AAC beside them when it has sound, and returns the MP4 file. */
export async function encodeVideo(plan: RenderPlan, layout: Layout, onFrame: OnFrame): Promise<Uint8Array> {
  const video = plan.video
  if (video === undefined) throw new Error('the plan is one of an image')
  const [sound, pictures] = await Promise.all([
    video.audio ? encodeSound(plan.artSeed, video.seconds) : undefined,
    encodePictures(plan, video, layout, onFrame),
  ])
  return writeFile(plan, pictures, sound)
}

async function encodeSound(seed: number, seconds: number): Promise<Track<EncodedAudioChunkMetadata>> {
  const { AudioEncoder, AudioData } = await loadCodecs()
  const [left, right] = toneBed(seed, seconds)
  const data = new Float32Array(left.length * 2)
  data.set(left)
  data.set(right, left.length)
  const track: Track<EncodedAudioChunkMetadata> = { packets: [], metadata: undefined }
  let failure: Error | undefined
  const encoder = new AudioEncoder({
    output: (chunk: EncodedAudioChunk, metadata?: EncodedAudioChunkMetadata) => {
      track.packets.push({ data: bytesOf(chunk), key: true })
      track.metadata ??= metadata
    },
    error: (error) => (failure = error),
  })
  encoder.configure({ codec: 'mp4a.40.2', sampleRate: SAMPLE_RATE, numberOfChannels: 2, bitrate: 128_000 })
  encoder.encode(
    new AudioData({
      format: 'f32-planar',
      sampleRate: SAMPLE_RATE,
      numberOfFrames: left.length,
      numberOfChannels: 2,
      timestamp: 0,
      data,
    }),
  )
  await encoder.flush()
  encoder.close()
  if (failure) throw failure
  return track
}

async function writeFile(
  plan: RenderPlan,
  pictures: Track<EncodedVideoChunkMetadata>,
  sound: Track<EncodedAudioChunkMetadata> | undefined,
): Promise<Uint8Array> {
  const { BufferTarget, EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } =
    await import('mediabunny')
  const video = plan.video
  if (video === undefined) throw new Error('the plan is one of an image')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const pictureSource = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(pictureSource, { frameRate: video.frameRate })
  const soundSource = new EncodedAudioPacketSource('aac')
  if (sound) output.addAudioTrack(soundSource)
  output.setMetadataTags({ title: plan.prompt, comment: describePlan(plan) })
  await output.start()
  for (const [frame, packet] of pictures.packets.entries()) {
    await pictureSource.add(
      new EncodedPacket(packet.data, packet.key ? 'key' : 'delta', frame / video.frameRate, 1 / video.frameRate),
      frame === 0 ? pictureMetadata(plan, pictures.metadata) : undefined,
    )
  }
  const samples = video.seconds * SAMPLE_RATE
  for (const [index, packet] of (sound?.packets ?? []).slice(PRIMING_PACKETS).entries()) {
    const left = samples - index * AAC_FRAME
    if (left <= 0) break
    await soundSource.add(
      new EncodedPacket(packet.data, 'key', (index * AAC_FRAME) / SAMPLE_RATE, Math.min(AAC_FRAME, left) / SAMPLE_RATE),
      index === 0 ? soundMetadata(sound?.metadata) : undefined,
    )
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('the muxer wrote nothing')
  const file = new Uint8Array(target.buffer)
  clearCreationTimes(file)
  return file
}

/** The encoder chooses profile and level itself: they stand in the second to fourth byte of its description. */
function pictureMetadata(plan: RenderPlan, metadata: EncodedVideoChunkMetadata | undefined) {
  const description = metadata?.decoderConfig?.description
  if (description === undefined) throw new Error('the encoder described no pictures')
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  const codec = `avc1.${[...bytes.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return {
    decoderConfig: {
      codec,
      codedWidth: plan.width,
      codedHeight: plan.height,
      colorSpace: BT709,
      description: Uint8Array.from(bytes),
    },
  }
}

function soundMetadata(metadata: EncodedAudioChunkMetadata | undefined) {
  const description = metadata?.decoderConfig?.description
  if (description === undefined) throw new Error('the encoder described no sound')
  return {
    decoderConfig: {
      codec: 'mp4a.40.2',
      sampleRate: SAMPLE_RATE,
      numberOfChannels: 2,
      description: Uint8Array.from(description),
    },
  }
}
