/** A file as the AI SDK hands it to a model. */
export type GivenFile =
  | { type: 'file'; mediaType: string; data: string | Uint8Array }
  | { type: 'url'; url: string; mediaType?: string }

/** A file as the client takes it: its URL, or its bytes, which are uploaded. */
export function fileValue(file: GivenFile): string | Blob {
  if (file.type === 'url') return file.url
  return new Blob([bytesOf(file.data)], { type: file.mediaType })
}

/** What a file is: by its media type, else by the ending of its URL. An image where neither says. */
export function kindOf(file: GivenFile): 'image' | 'video' | 'audio' {
  const [type] = file.mediaType?.split('/') ?? []
  if (type === 'image' || type === 'video' || type === 'audio') return type
  const path = file.type === 'url' && URL.canParse(file.url) ? new URL(file.url).pathname : ''
  if (/\.(mp4|m4v|mov|webm|mkv|avi)$/i.test(path)) return 'video'
  return /\.(mp3|wav|m4a|aac|ogg|flac)$/i.test(path) ? 'audio' : 'image'
}

function bytesOf(data: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof data === 'string') return Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return new Uint8Array(data)
}
