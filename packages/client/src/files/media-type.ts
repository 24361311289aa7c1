const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  tif: 'image/tiff',
  mov: 'video/quicktime',
  m4v: 'video/mp4',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
}
const usual: Readonly<Record<string, string>> = { image: 'png', video: 'mp4', audio: 'wav' }

/** The media type that the extension of a file name stands for, as one of `media`: `image`, `video` or `audio`. */
export function mediaTypeOf(name: string, media: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? usual[media] ?? 'octet-stream'
  return types[extension] ?? `${media}/${extension}`
}
