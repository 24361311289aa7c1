import type { MediaType } from '@model-tasks/spec/catalogue'

const videos = ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi']
const audios = ['wav', 'mp3', 'm4a', 'aac', 'ogg', 'opus', 'flac']

/** The kind of media that the extension of a file or URL stands for; image where it says nothing. */
export function mediaKindOf(place: string): MediaType {
  const path = URL.canParse(place) ? new URL(place).pathname : place
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  if (videos.includes(extension)) return 'video'
  return audios.includes(extension) ? 'audio' : 'image'
}
