import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTypefaces } from './media/fonts.js'
import { fileType } from './file-type.js'
import { encodeImage } from './media/image.js'
import { encodeMesh } from './media/mesh.js'
import { rasterise } from './media/rasterise.js'
import type { OnFrame } from './media/pictures.js'
import { encodeSoundFile } from './media/sound.js'
import { encodeVideo } from './media/video.js'
import type { Typefaces } from './picture/card.js'
import { layOut } from './picture/compose.js'
import { rgbPlanes } from './picture/plane.js'
import type { RenderPlan } from './plan.js'
import type { RenderedFile } from './request.js'

let typefaces: Promise<Typefaces> | undefined

/** Draws the file of a plan and returns its bytes. */
export async function drawFile(plan: RenderPlan, onFrame: OnFrame): Promise<Uint8Array> {
  if (plan.kind === 'audio') return encodeSoundFile(plan)
  typefaces ??= loadTypefaces()
  const layout = await layOut(plan, await typefaces, rasterise)
  if (plan.kind === 'video') return encodeVideo(plan, layout, onFrame)
  const { buffer, planes } = rgbPlanes(plan.width, plan.height)
  layout.compose(planes).draw(0)
  onFrame(0.5)
  const picture = await encodeImage(plan, buffer)
  return plan.kind === 'mesh' ? encodeMesh(picture) : picture
}

/** Draws the file of a plan to `<name>.mp4`, `.png`, `.mp3`, `.wav` or `.glb` in a directory; it appears there only when it is whole. */
export async function drawToDisk(
  plan: RenderPlan,
  place: { directory: string; name: string },
  onFrame: OnFrame,
): Promise<RenderedFile> {
  const bytes = await drawFile(plan, onFrame)
  const { extension, contentType } = fileType(plan)
  const path = join(place.directory, `${place.name}.${extension}`)
  const unfinished = `${path}.part`
  try {
    await writeFile(unfinished, bytes)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  const file: RenderedFile = {
    path,
    contentType,
    bytes: bytes.byteLength,
    ...(plan.sound === undefined ? { width: plan.width, height: plan.height } : {}),
  }
  const seconds = plan.video?.seconds ?? plan.sound?.seconds
  if (seconds !== undefined) file.seconds = seconds
  return file
}
