import type { RenderPlan } from './plan.js'

/** How the file of a plan is called and served. */
export interface FileType {
  extension: string
  contentType: string
}

const mp3: FileType = { extension: 'mp3', contentType: 'audio/mpeg' }
const wav: FileType = { extension: 'wav', contentType: 'audio/wav' }

/** The type of the file that a plan makes. */
export function fileType({ kind, sound }: Pick<RenderPlan, 'kind' | 'sound'>): FileType {
  if (kind === 'video') return { extension: 'mp4', contentType: 'video/mp4' }
  if (kind === 'mesh') return { extension: 'glb', contentType: 'model/gltf-binary' }
  if (kind === 'audio') return sound?.format === 'wav' ? wav : mp3
  return { extension: 'png', contentType: 'image/png' }
}
