import type { Colour } from './palette.js'

/** One channel of a picture: bytes of its own size, and how a colour looks in it. */
export interface Plane {
  width: number
  height: number
  /** Picture pixels a plane pixel spans, along each side: 1, or 2 for the colour planes of video. */
  scale: number
  /** The bytes themselves; a view where several planes share a buffer. */
  data: Uint8Array
  /** A colour as this channel holds it. */
  component(colour: Colour): number
}

/** Red, green and blue, each of full size. */
export function rgbPlanes(width: number, height: number): Plane[] {
  return [0, 1, 2].map((channel) => ({
    width,
    height,
    scale: 1,
    data: new Uint8Array(width * height),
    component: (colour) => colour[channel] ?? 0,
  }))
}

/** Luma and two halved colour planes (I420, BT.709, limited range) over one buffer, as a video encoder takes them. Sides must be even. */
export function yuvPlanes(width: number, height: number): { buffer: Uint8Array; planes: Plane[] } {
  const luma = width * height
  const chroma = luma / 4
  const buffer = new Uint8Array(luma + 2 * chroma)
  const lumaOf = ([red, green, blue]: Colour) => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
  const half = { width: width / 2, height: height / 2, scale: 2 }
  return {
    buffer,
    planes: [
      { width, height, scale: 1, data: buffer.subarray(0, luma), component: (colour) => 16 + 219 * lumaOf(colour) },
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

/** Interleaves three planes of full size into RGB bytes. */
export function interleave(planes: readonly Plane[]): Uint8Array {
  const pixels = (planes[0]?.width ?? 0) * (planes[0]?.height ?? 0)
  const bytes = new Uint8Array(pixels * planes.length)
  planes.forEach((plane, channel) => {
    for (let pixel = 0, at = channel; pixel < pixels; pixel++, at += planes.length) bytes[at] = plane.data[pixel] ?? 0
  })
  return bytes
}
