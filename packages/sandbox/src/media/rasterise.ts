import sharp from 'sharp'
import type { Ink } from '../picture/ink.js'

/** Draws the white shapes of an SVG; what counts is how opaque each pixel is. */
export async function rasterise(svg: string): Promise<Ink> {
  const { data, info } = await sharp(Buffer.from(svg), { unlimited: true })
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, cover: data }
}
