import { Readable } from 'node:stream'
import type { MediaProbe } from '@model-tasks/validation'
import type { ByteSource } from './byte-source.js'
import { missing } from './library.js'

/** What is known about one file. What could not be told is left out. */
export type MediaFacts = Omit<MediaProbe, 'parameter' | 'index'>

/** The package has no types of its own. */
interface ProbeImage {
  readonly default: (stream: Readable) => Promise<{ width: number; height: number }>
}

/** Bytes by which file-type knows a file. */
const head = 4100

/** Reads as little of a file as tells its format, size, pixels, length, frame rate, sample rate and codec. Throws when the format of the file is unknown. */
export async function mediaFacts(source: ByteSource): Promise<MediaFacts> {
  const { fileTypeFromBuffer } = await import(/* webpackIgnore: true */ 'file-type').catch(missing('file-type'))
  const type = await fileTypeFromBuffer(await source.read(0, head))
  if (!type) throw new Error('its format is not known')
  const kind = type.mime.split('/')[0]
  const common: MediaFacts = { format: formatOf(type.ext), ...(source.size !== undefined && { bytes: source.size }) }
  if (kind === 'image') return { ...common, ...(await imageSize(source)) }
  if (kind === 'video' || kind === 'audio') return { ...common, ...(await playback(source)) }
  throw new Error(`it is ${type.mime}, not an image, video or audio file`)
}

/** The words the interface uses: jpeg, tiff, mov, mp3. */
function formatOf(extension: string): string {
  const renamed: Record<string, string> = { jpg: 'jpeg', tif: 'tiff', m4v: 'mp4', oga: 'ogg', opus: 'ogg', ogv: 'ogg' }
  return renamed[extension] ?? extension
}

async function imageSize(source: ByteSource): Promise<MediaFacts> {
  const { default: probe } = (await import(
    // @ts-expect-error: it has no types.
    /* webpackIgnore: true */ 'probe-image-size'
  ).catch(missing('probe-image-size'))) as ProbeImage
  const { width, height } = await probe(Readable.from(chunks(source)))
  return { width, height }
}

async function* chunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  const step = 32 * 1024
  for (let start = 0; ; start += step) {
    const chunk = await source.read(start, start + step)
    if (chunk.length > 0) yield chunk
    if (chunk.length < step) return
  }
}

function codecOf(codec: string | null | undefined): Pick<MediaFacts, 'codec'> {
  return codec ? { codec } : {}
}

async function playback(source: ByteSource): Promise<MediaFacts> {
  const { size } = source
  if (size === undefined) throw new Error('its host does not tell how long it is')
  const { ALL_FORMATS, CustomSource, Input } = await import(/* webpackIgnore: true */ 'mediabunny').catch(
    missing('mediabunny'),
  )
  const input = new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({ getSize: () => size, read: source.read, prefetchProfile: 'fileSystem' }),
  })
  try {
    const video = await input.getPrimaryVideoTrack()
    const seconds =
      (await input.getDurationFromMetadata()) ?? (await input.computeDuration(undefined, { metadataOnly: true }))
    if (!video) {
      const audio = await input.getPrimaryAudioTrack()
      return {
        seconds,
        ...codecOf(await audio?.getCodec()),
        ...(audio && { sampleRate: await audio.getSampleRate() }),
      }
    }
    const { averagePacketRate } = await video.computePacketStats(120, { metadataOnly: true })
    // Timestamps are rounded to the file's time base, so that 24 may come out as 23.9998.
    return {
      seconds,
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      framesPerSecond: Math.round(averagePacketRate * 100) / 100,
      ...codecOf(await video.getCodec()),
    }
  } finally {
    input.dispose()
  }
}
