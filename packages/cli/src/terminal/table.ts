import { piecesOf, widthOf } from './width.js'

/**
 * Rows as aligned columns, two blanks apart; Chinese counts as two columns wide. With a width, the widest columns
 * give way until a row fits, and what does not fit ends in an ellipsis. Cells may be coloured.
 */
export function table(rows: readonly (readonly string[])[], width?: number): string {
  const widths = columnWidths(rows)
  if (width !== undefined) shrink(widths, width)
  return rows.map((row) => row.map((cell, column) => {
    const text = fit(cell, widths[column] ?? 0)
    return column === row.length - 1 ? text : text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(text)))
  }).join(gap).trimEnd() + '\n').join('')
}

const gap = '  '
const narrowest = 4

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, column) => { widths[column] = Math.max(widths[column] ?? 0, widthOf(cell)) })
  return widths
}

function shrink(widths: number[], width: number): void {
  const total = (): number => widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1)
  while (total() > width) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) return
    widths[widths.indexOf(widest)] = widest - 1
  }
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
