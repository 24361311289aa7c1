import { extname } from 'node:path'

/** Extensions by what they promise. */
const kinds: Readonly<Record<string, 'video' | 'image'>> = Object.fromEntries([
  ...['mp4', 'm4v', 'mov', 'webm', 'mkv', 'avi'].map((each) => [each, 'video'] as const),
  ...['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'tif', 'tiff', 'avif', 'heic'].map(
    (each) => [each, 'image'] as const,
  ),
])

/** Extensions that fit a media type, the first one the usual. */
const byType: Readonly<Record<string, readonly string[]>> = {
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
}

/** What is wrong with the extension of `out` before a model of this kind has made anything; undefined where nothing is. */
export function extensionAdvice(out: string, model: string, kind: string): string | undefined {
  const extension = extensionOf(out)
  const promised = kinds[extension]
  return promised === undefined || promised === kind
    ? undefined
    : `--out ${out}: .${extension} is the extension of ${article(promised)}, and ${model} makes ${article(kind)}`
}

/** What is wrong with the extension of a stored file of this media type; undefined where nothing is. */
export function storedExtensionAdvice(file: string, contentType: string | undefined): string | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const fitting = byType[type]
  const extension = extensionOf(file)
  return fitting === undefined || fitting.includes(extension)
    ? undefined
    : `${file} contains ${type}; ${extension === '' ? 'it has no extension' : `its extension is .${extension}`}, the usual one is .${fitting[0] ?? ''}`
}

function extensionOf(path: string): string {
  return extname(path).slice(1).toLowerCase()
}

function article(kind: string): string {
  return kind === 'image' ? 'an image' : `a ${kind}`
}
