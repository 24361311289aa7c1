/** White ink over a picture: how much of it covers each pixel, 0 to 255. */
export interface Ink {
  width: number
  height: number
  cover: Uint8Array
}

/** Averages ink over squares of 2 x 2, for the colour planes of video. Sides must be even. */
export function halveInk(ink: Ink): Ink {
  const width = ink.width / 2
  const height = ink.height / 2
  const cover = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const from = y * 2 * ink.width + x * 2
      cover[at] =
        ((ink.cover[from] ?? 0) +
          (ink.cover[from + 1] ?? 0) +
          (ink.cover[from + ink.width] ?? 0) +
          (ink.cover[from + ink.width + 1] ?? 0) +
          2) >>
        2
    }
  }
  return { width, height, cover }
}
