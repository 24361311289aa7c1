import type { MediaProbe } from '@model-tasks/validation'
import { ADTS, BlobSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny'
import probeImage from 'probe-image-size/sync.js'

/** What is known of one file; what could not be told is left out. */
export type FileFacts = Omit<MediaProbe, 'parameter' | 'index'>

/** Bytes in which the size of a picture is found; a large colour profile may stand before it. */
const pictureHead = 512 * 1024

const renamed: Record<string, string> = { jpg: 'jpeg', tif: 'tiff' }

const pictureFacts = async (file: Blob): Promise<FileFacts | undefined> => {
  const found = probeImage(new Uint8Array(await file.slice(0, pictureHead).arrayBuffer()))
  if (found === null) return undefined
  const { type, width, height } = found
  return { format: renamed[type] ?? type, bytes: file.size, width, height }
}

const codecOf = (codec: string | null | undefined): Pick<FileFacts, 'codec'> => (codec ? { codec } : {})

const playbackFacts = async (file: Blob): Promise<FileFacts | undefined> => {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, OGG, FLAC, ADTS],
    source: new BlobSource(file),
  })
  try {
    const { name } = await input.getFormat()
    const format = { QuickTime: 'mov', 'QuickTime File Format': 'mov', WAVE: 'wav', Matroska: 'mkv' }[name] ?? name
    const seconds =
      (await input.getDurationFromMetadata()) ?? (await input.computeDuration(undefined, { metadataOnly: true }))
    const common = { format: format.toLowerCase(), bytes: file.size, seconds }
    const video = await input.getPrimaryVideoTrack()
    if (!video) {
      const audio = await input.getPrimaryAudioTrack()
      return {
        ...common,
        ...codecOf(await audio?.getCodec()),
        ...(audio && { sampleRate: await audio.getSampleRate() }),
      }
    }
    const { averagePacketRate } = await video.computePacketStats(120, { metadataOnly: true })
    return {
      ...common,
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      framesPerSecond: Math.round(averagePacketRate * 100) / 100,
      ...codecOf(await video.getCodec()),
    }
  } catch {
    return undefined
  } finally {
    input.dispose()
  }
}

/** The facts of a file, from the bytes that tell them; undefined where it is not a picture, video or sound of a known format. */
export const probe = async (file: Blob): Promise<FileFacts | undefined> =>
  (await pictureFacts(file)) ?? (await playbackFacts(file))
