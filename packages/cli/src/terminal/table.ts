import { piecesOf, widthOf } from './width.js'

/** How columns give way when a row is wider than the terminal. */
export interface Layout {
  /** Columns that are never cut, such as ids and addresses that someone will copy. */
  whole?: readonly number[]
  /** Columns whose text goes on in further lines instead of being cut. */
  wrapped?: readonly number[]
}

/**
 * Rows as aligned columns, two blanks apart; Chinese counts as two columns wide. With a width, the widest columns
 * give way until a row fits, and what does not fit ends in an ellipsis. Where the columns that are never cut are too wide
 * for that, each row goes on in further, indented lines, broken between its cells. Cells may be coloured.
 */
export function table(
  rows: readonly (readonly string[])[],
  width?: number,
  { whole = [], wrapped = [] }: Layout = {},
): string {
  const widths = columnWidths(rows, widthOf)
  const words = columnWidths(rows, (cell) => Math.max(...cell.split(' ').map(widthOf)))
  const least = widths.map((each, column) =>
    whole.includes(column) ? each : wrapped.includes(column) ? (words[column] ?? 0) : narrowest,
  )
  if (width !== undefined && whole.length > 0 && total(least) > width)
    return rows.map((row) => flow(row, width)).join('')
  if (width !== undefined) shrink(widths, least, width)
  return rows
    .flatMap((row) => {
      const cells = row.map((cell, column) =>
        wrapped.includes(column)
          ? wrap(cell, widths[column] ?? 0)
          : [whole.includes(column) ? cell : fit(cell, widths[column] ?? 0)],
      )
      const height = Math.max(...cells.map((lines) => lines.length))
      return Array.from(
        { length: height },
        (_, line) =>
          cells
            .map((lines, column) => padded(lines[line] ?? '', widths[column] ?? 0))
            .join(gap)
            .trimEnd() + '\n',
      )
    })
    .join('')
}

/** The text in lines of at most a width, broken at blanks; a word that is too long stands alone. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The text cut to a width, with an ellipsis where something is missing. Colours around it survive. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let used = 0
  let cut = ''
  for (const piece of piecesOf(text)) {
    const wide = widthOf(piece)
    if (wide > 0 && used + wide > width - 1) {
      used = Infinity
      continue
    }
    if (wide > 0) used += wide
    cut += piece
  }
  return width > 0 ? `${cut}…` : ''
}

const gap = '  '
const narrowest = 4

function columnWidths(rows: readonly (readonly string[])[], measure: (cell: string) => number): number[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, measure(cell))
    })
  return widths
}

/** The width of a row whose columns have these widths. */
function total(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1)
}

/** A row in lines of at most a width, broken between cells; a cell that is wider stands alone. */
function flow(row: readonly string[], width: number): string {
  const lines: string[] = []
  for (const cell of row.filter((each) => each !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + gap.length + widthOf(cell) <= width)
      lines[lines.length - 1] = `${last}${gap}${cell}`
    else lines.push(last === undefined ? cell : `${gap}${cell}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** Takes from the widest column that can still give, a column of the terminal at a time. */
function shrink(widths: number[], least: readonly number[], width: number): void {
  while (total(widths) > width) {
    const giving = widths.map((each, column) => (each > (least[column] ?? 0) ? each : 0))
    const widest = Math.max(...giving)
    if (widest === 0) return
    widths[giving.indexOf(widest)] = widest - 1
  }
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
