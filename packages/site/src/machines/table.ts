/** A Markdown table. Bars inside cells are escaped. */
export const markdownTable = (columns: string[], rows: string[][]): string => {
  const line = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}
