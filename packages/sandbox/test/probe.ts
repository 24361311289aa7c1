import { readFile } from 'node:fs/promises'
import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, BufferSource, Input, VideoSampleSink } from 'mediabunny'

/** What a video file says of itself, as a player would read it. */
export interface VideoFacts {
  seconds: number
  width: number
  height: number
  codec: string | null
  frames: number
  framesPerSecond: number
  audio?: { codec: string | null; seconds: number; channels: number; sampleRate: number }
  comment?: string
  title?: string
}

/** Reads the facts of a video file. */
export async function probeVideo(bytes: Uint8Array): Promise<VideoFacts> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Error('the file has no video track')
  const audio = await input.getPrimaryAudioTrack()
  const packets = await video.computePacketStats()
  const tags = await input.getMetadataTags()
  return {
    seconds: await input.computeDuration(),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    codec: await video.getCodec(),
    frames: packets.packetCount,
    framesPerSecond: packets.averagePacketRate,
    ...(tags.comment === undefined ? {} : { comment: tags.comment }),
    ...(tags.title === undefined ? {} : { title: tags.title }),
    ...(audio
      ? {
          audio: {
            codec: await audio.getCodec(),
            seconds: await audio.computeDuration(),
            channels: await audio.getNumberOfChannels(),
            sampleRate: await audio.getSampleRate(),
          },
        }
      : {}),
  }
}

/** Decodes the brightness of the frame shown at each of some moments, in seconds. */
export async function decodeLuma(bytes: Uint8Array, moments: number[]): Promise<Uint8Array[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Error('the file has no video track')
  const frames: Uint8Array[] = []
  for await (const sample of new VideoSampleSink(video).samplesAtTimestamps(moments)) {
    if (!sample) throw new Error('no frame at that moment')
    const all = new Uint8Array(sample.allocationSize())
    await sample.copyTo(all)
    frames.push(all.slice(0, sample.codedWidth * sample.codedHeight))
    sample.close()
  }
  return frames
}

export async function probeVideoFile(path: string): Promise<VideoFacts> {
  return probeVideo(await readFile(path))
}
