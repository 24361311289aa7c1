import type { EncodedAudioChunk, EncodedAudioChunkMetadata } from '@napi-rs/webcodecs'
import type { RenderPlan } from '../plan.js'
import { describePlan } from './description.js'
import { SAMPLE_RATE, toneBed } from './tone.js'
import { bytesOf, loadCodecs } from './track.js'

/** Samples of one MP3 packet. */
const MP3_FRAME = 1152

/** The sound of a plan as a file, as long as asked for: MP3, or WAV with 16 bits a sample; two channels. */
export function encodeSoundFile(plan: RenderPlan): Promise<Uint8Array> {
  const { sound } = plan
  if (sound === undefined) throw new Error('the plan is not one of a sound')
  const channels = toneBed(plan.artSeed, sound.seconds)
  return sound.format === 'wav' ? Promise.resolve(wavFile(channels)) : mp3File(plan, channels)
}

function wavFile([left, right]: readonly [Float32Array, Float32Array]): Uint8Array {
  const header = 44
  const bytes = new Uint8Array(header + left.length * 4)
  const view = new DataView(bytes.buffer)
  const text = (at: number, word: string): void => {
    for (let index = 0; index < word.length; index++) bytes[at + index] = word.charCodeAt(index)
  }
  text(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 2, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * 4, true)
  view.setUint16(32, 4, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, left.length * 4, true)
  for (let index = 0; index < left.length; index++) {
    view.setInt16(header + index * 4, sample(left[index]), true)
    view.setInt16(header + index * 4 + 2, sample(right[index]), true)
  }
  return bytes
}

function sample(value = 0): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
}

async function mp3File(plan: RenderPlan, [left, right]: readonly [Float32Array, Float32Array]): Promise<Uint8Array> {
  const { AudioEncoder, AudioData } = await loadCodecs()
  const packets: Uint8Array[] = []
  let metadata: EncodedAudioChunkMetadata | undefined
  let failure: Error | undefined
  const encoder = new AudioEncoder({
    output: (chunk: EncodedAudioChunk, described?: EncodedAudioChunkMetadata) => {
      packets.push(bytesOf(chunk))
      metadata ??= described
    },
    error: (error) => (failure = error),
  })
  encoder.configure({ codec: 'mp3', sampleRate: SAMPLE_RATE, numberOfChannels: 2, bitrate: 128_000 })
  const data = new Float32Array(left.length * 2)
  data.set(left)
  data.set(right, left.length)
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
  return writeMp3(plan, packets.slice(0, Math.ceil(left.length / MP3_FRAME)), metadata)
}

async function writeMp3(
  plan: RenderPlan,
  packets: readonly Uint8Array[],
  metadata: EncodedAudioChunkMetadata | undefined,
): Promise<Uint8Array> {
  const { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp3OutputFormat, Output } = await import('mediabunny')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp3OutputFormat(), target })
  const source = new EncodedAudioPacketSource('mp3')
  output.addAudioTrack(source)
  output.setMetadataTags({ title: plan.prompt, comment: describePlan(plan) })
  await output.start()
  const seconds = MP3_FRAME / SAMPLE_RATE
  for (const [index, packet] of packets.entries())
    await source.add(
      new EncodedPacket(packet, 'key', index * seconds, seconds),
      index === 0
        ? { decoderConfig: { codec: 'mp3', sampleRate: SAMPLE_RATE, numberOfChannels: 2, ...metadata?.decoderConfig } }
        : undefined,
    )
  await output.finalize()
  if (target.buffer === null) throw new Error('the muxer wrote no file')
  return new Uint8Array(target.buffer)
}
