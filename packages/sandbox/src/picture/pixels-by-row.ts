/** Pixels that are gathered in any order and read row by row. */
export interface PixelsByRow {
  clear(): void
  add(x: number, y: number): void
  /** Writes the columns of a row's pixels, and returns how many there are. */
  copy(y: number, into: Int32Array): number
}

/** Each row is a list linked through the order in which its pixels were added. */
export function pixelsByRow(height: number): PixelsByRow {
  const latest = new Int32Array(height)
  const columns: number[] = []
  const earlier: number[] = []
  return {
    clear() {
      latest.fill(-1)
      columns.length = 0
      earlier.length = 0
    },
    add(x, y) {
      earlier.push(latest[y] ?? -1)
      latest[y] = columns.push(x) - 1
    },
    copy(y, into) {
      let length = 0
      for (let entry = latest[y] ?? -1; entry >= 0; entry = earlier[entry] ?? -1) into[length++] = columns[entry] ?? 0
      return length
    },
  }
}
