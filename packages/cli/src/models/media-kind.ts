import type { MediaType, ModelKind } from '@model-tasks/spec/catalogue'

const extensions: Readonly<Record<ModelKind, readonly string[]>> = {
  video: ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi'],
  image: ['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'tif', 'tiff', 'avif', 'heic'],
  audio: ['wav', 'mp3', 'm4a', 'aac', 'ogg', 'opus', 'flac'],
  mesh: ['glb', 'gltf', 'obj', 'stl', 'fbx', 'ply', 'usdz', '3mf'],
}

/** What models make. */
export const modelKinds = Object.keys(extensions) as readonly ModelKind[]

/** What a file with this extension contains; undefined where it says nothing. */
export function kindOfExtension(extension: string): ModelKind | undefined {
  return modelKinds.find((kind) => extensions[kind].includes(extension))
}

/** The kind of media that the extension of a file or URL stands for; image where it says nothing. */
export function mediaKindOf(place: string): MediaType {
  const path = URL.canParse(place) ? new URL(place).pathname : place
  const kind = kindOfExtension(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
  return kind === 'video' || kind === 'audio' ? kind : 'image'
}
