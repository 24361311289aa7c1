import type { Colour } from './palette.js'

/** One channel of a picture: bytes of its own size, and how a colour looks in it. */
export interface Plane {
  width: number
  height: number
  /** Picture pixels a plane pixel spans, along each side: 1, or 2 for the colour planes of video. */
  scale: number
  /** The bytes themselves; a view where several planes share a buffer. */
  data: Uint8Array
  /** Bytes from a pixel to the next: 3 where the planes are interleaved. */
  step: number
  /** A colour as this channel holds it. */
  component(colour: Colour): number
}

/** Red, green and blue, interleaved over one buffer, as an image encoder takes them. */
export function rgbPlanes(width: number, height: number): { buffer: Uint8Array; planes: Plane[] } {
  const buffer = new Uint8Array(3 * width * height)
  const planes = [0, 1, 2].map((channel) => ({
    width,
    height,
    scale: 1,
    data: buffer.subarray(channel),
    step: 3,
    component: (colour: Colour) => colour[channel] ?? 0,
  }))
  return { buffer, planes }
}

/** Luma and two halved colour planes (I420, BT.709, limited range) over one buffer, as a video encoder takes them. Sides must be even. */
export function yuvPlanes(width: number, height: number): { buffer: Uint8Array; planes: Plane[] } {
  const luma = width * height
  const chroma = luma / 4
  const buffer = new Uint8Array(luma + 2 * chroma)
  const lumaOf = ([red, green, blue]: Colour) => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
  const half = { width: width / 2, height: height / 2, scale: 2, step: 1 }
  return {
    buffer,
    planes: [
      {
        width,
        height,
        scale: 1,
        step: 1,
        data: buffer.subarray(0, luma),
        component: (colour) => 16 + 219 * lumaOf(colour),
      },
      {
        ...half,
        data: buffer.subarray(luma, luma + chroma),
        component: (colour) => 128 + (224 * (colour[2] / 255 - lumaOf(colour))) / 1.8556,
      },
      {
        ...half,
        data: buffer.subarray(luma + chroma),
        component: (colour) => 128 + (224 * (colour[0] / 255 - lumaOf(colour))) / 1.5748,
      },
    ],
  }
}
