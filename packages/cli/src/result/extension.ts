import { extname } from 'node:path'
import type { ModelKind } from '@model-tasks/spec/catalogue'
import { kindOfExtension } from '../models/media-kind.js'

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
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  'audio/ogg': ['ogg', 'opus'],
  'audio/flac': ['flac'],
  'model/gltf-binary': ['glb'],
  'model/gltf+json': ['gltf'],
  'model/obj': ['obj'],
  'model/stl': ['stl'],
}

const names: Readonly<Record<ModelKind, string>> = {
  video: 'a video',
  image: 'an image',
  audio: 'an audio file',
  mesh: 'a 3D model',
}

/** What is wrong with the extension of `out` before a model of this kind has made anything; undefined where nothing is. */
export function extensionAdvice(out: string, model: string, kind: ModelKind): string | undefined {
  const extension = extensionOf(out)
  const promised = kindOfExtension(extension)
  return promised === undefined || promised === kind
    ? undefined
    : `--out ${out}: .${extension} is the extension of ${names[promised]}, and ${model} makes ${names[kind]}`
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
