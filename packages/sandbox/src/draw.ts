import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTypefaces } from './media/fonts.js'
import { encodeImage } from './media/image.js'
import { rasterise } from './media/rasterise.js'
import type { OnFrame } from './media/pictures.js'
import { encodeVideo } from './media/video.js'
import type { Typefaces } from './picture/card.js'
import { layOut } from './picture/compose.js'
import { rgbPlanes } from './picture/plane.js'
import type { RenderPlan } from './plan.js'
import type { RenderedFile } from './request.js'

let typefaces: Promise<Typefaces> | undefined

/** Draws the file of a plan and returns its bytes. */
export async function drawFile(plan: RenderPlan, onFrame: OnFrame): Promise<Uint8Array> {
  typefaces ??= loadTypefaces()
  const layout = await layOut(plan, await typefaces, rasterise)
  if (plan.kind === 'video') return encodeVideo(plan, layout, onFrame)
  const { buffer, planes } = rgbPlanes(plan.width, plan.height)
  layout.compose(planes).draw(0)
  onFrame(0.5)
  return encodeImage(plan, buffer)
}

/** Draws the file of a plan to `<name>.mp4` or `<name>.png` in a directory; it appears there only when it is whole. */
export async function drawToDisk(
  plan: RenderPlan,
  place: { directory: string; name: string },
  onFrame: OnFrame,
): Promise<RenderedFile> {
  const bytes = await drawFile(plan, onFrame)
  const path = join(place.directory, `${place.name}.${plan.kind === 'image' ? 'png' : 'mp4'}`)
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
    contentType: plan.kind === 'image' ? 'image/png' : 'video/mp4',
    bytes: bytes.byteLength,
    width: plan.width,
    height: plan.height,
  }
  if (plan.video) file.seconds = plan.video.seconds
  return file
}
