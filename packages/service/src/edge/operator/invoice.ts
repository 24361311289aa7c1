/** A line of an upstream's invoice or list of tasks. */
export interface InvoiceLine {
  /** The upstream's own ID of the task. */
  reference: string
  /** What it charged, as it stands there; undefined where no column says. */
  cost: string | undefined
}

/** A file that cannot be read as a list of tasks. Its message says what is missing. */
export class InvoiceError extends Error {
  override readonly name = 'InvoiceError'
}

const referenceColumns = [
  'reference',
  'id',
  'task_id',
  'taskid',
  'request_id',
  'requestid',
  'generation_id',
  'prediction_id',
]
const costColumns = ['cost', 'amount', 'price', 'total', 'credits', 'charge']

/**
 * The lines of a CSV file (RFC 4180) whose first line names its columns. `column`: which holds the references, where its name
 * does not tell. Throws `InvoiceError`.
 */
export function readInvoice(text: string, column?: string): InvoiceLine[] {
  const [head = [], ...rows] = csvRows(text.replace(/^\uFEFF/, ''))
  const names = head.map((name) => name.trim().toLowerCase())
  const wanted = column === undefined ? referenceColumns : [column.trim().toLowerCase()]
  const place = names.findIndex((name) => wanted.includes(name))
  if (place < 0)
    throw new InvoiceError(
      `no column is called ${wanted.join(', ')}; the columns are ${names.join(', ') || 'none'}: name the one that holds the upstream's IDs as the last word`,
    )
  const cost = names.findIndex((name) => costColumns.includes(name))
  return rows.flatMap((row) => {
    const reference = row[place]?.trim() ?? ''
    return reference === '' ? [] : [{ reference, cost: cost < 0 ? undefined : row[cost]?.trim() }]
  })
}

/** The cells of each line. A quoted cell may hold commas, line breaks and doubled quotes. */
function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (found === null)
      throw new InvoiceError(
        `line ${text.slice(0, at).split('\n').length} is not CSV: a quote stands within a cell, or is not closed`,
      )
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] !== ',') {
      rows.push(row)
      row = []
    }
  }
  if (row.length > 0) rows.push([...row, ''])
  return rows
}
