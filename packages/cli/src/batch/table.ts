import type { Parameter } from '@model-tasks/spec/catalogue'
import type { JsonValue } from '@model-tasks/spec'
import { formatCount } from '@model-tasks/validation/count'
import { Problem } from '../failure/problem.js'
import { findModel } from '../models/catalogue.js'
import { addWord, type Values } from '../request/values.js'
import type { Entry, Request } from './lines.js'

/**
 * Whether a batch file is a table: by its name, or by a first row that names a column `model`. A file that begins as JSON does is none.
 */
export async function isTable(content: string, place: string): Promise<boolean> {
  if (/\.(csv|tsv)$/i.test(place)) return true
  if (/^\s*[[{]/.test(content)) return false
  const heading = await headingOf(content, await separatorOf(content))
  return heading.length > 1 && namesModel(heading)
}

/**
 * Reads a table, separated by commas, semicolons or tabs. Its first row names the columns: `model` and parameters, each cell typed as
 * its parameter is, as at the command line; a name that ends with a colon, such as `loras:`, has JSON in its cells. Cells that are
 * empty are left out, and a column that is there several times makes a list. Entries are numbered by rows, the first row included.
 */
export async function readTable(content: string): Promise<Entry[]> {
  const { rows, faults } = await parse(content, await separatorOf(content))
  const [heading = [], ...requests] = rows
  const columns = heading.map(columnOf)
  if (!namesModel(heading))
    return [
      {
        number: 1,
        request: `names no column model; its columns are ${columns.map(({ name }) => JSON.stringify(name)).join(', ')}`,
      },
    ]
  return requests.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    return [{ number: index + 2, request: faults.get(index + 1) ?? readRow(cells, columns) }]
  })
}

interface Column {
  name: string
  /** Whether its cells are JSON. */
  json: boolean
}

function columnOf(heading: string): Column {
  const [, name = '', colon] = /^\s*(.*?)\s*(:=?)?\s*$/s.exec(heading) ?? []
  return { name, json: colon !== undefined }
}

function namesModel(heading: readonly string[]): boolean {
  return heading.some((name) => columnOf(name).name === 'model')
}

/**
 * What separates the cells of a table: that by which the first row names a column `model`, else that of the most columns. The rows
 * below do not count: a prompt has commas of its own.
 */
async function separatorOf(content: string): Promise<string> {
  const headings = await Promise.all(
    [',', ';', '\t'].map(async (separator) => ({ separator, heading: await headingOf(content, separator) })),
  )
  const most = Math.max(...headings.map(({ heading }) => heading.length))
  const found =
    headings.find(({ heading }) => namesModel(heading)) ?? headings.find(({ heading }) => heading.length === most)
  return found?.separator ?? ','
}

async function headingOf(content: string, separator: string): Promise<string[]> {
  const [heading = []] = (await parse(content, separator, 1)).rows
  return heading
}

async function parse(
  content: string,
  delimiter: string,
  preview = 0,
): Promise<{ rows: string[][]; faults: Map<number, string> }> {
  const { default: papa } = await import('papaparse')
  const { data, errors } = papa.parse<string[]>(content, { delimiter, preview })
  const faults = errors.flatMap(({ type, row, message }): [number, string][] =>
    type === 'Quotes' && row !== undefined ? [[row, `cannot be read as a row of a table: ${message}`]] : [],
  )
  return { rows: data, faults: new Map(faults) }
}

/** The request of a row, or what is wrong with the row. */
function readRow(cells: readonly string[], columns: readonly Column[]): Request | string {
  if (cells.length > columns.length)
    return `has ${formatCount(cells.length, 'cell')}, and the first row names ${formatCount(columns.length, 'column')}; put a cell that contains the separator in quotes`
  const model = cells[columns.findIndex(({ name }) => name === 'model')]?.trim() ?? ''
  if (model === '') return 'names no model'
  const parameters = findModel(model)?.parameters ?? []
  const values: Values = new Map()
  for (const [index, { name, json }] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (cell === '' || name === 'model') continue
    if (name === '') return `has ${JSON.stringify(cell)} in a column without a name`
    const parameter = parameters.find((each) => each.name === name)
    try {
      if (json) values.set(name, JSON.parse(cell) as JsonValue)
      else addWord(values, name, asTyped(cell, parameter), parameter)
    } catch (error) {
      if (error instanceof Problem) return error.message
      if (error instanceof SyntaxError) return `has no JSON in the column ${name}: ${error.message}`
      throw error
    }
  }
  return { model, ...Object.fromEntries(values) }
}

/** What spreadsheets write as TRUE is `true` at the command line. */
function asTyped(cell: string, parameter: Parameter | undefined): string {
  return parameter?.kind === 'boolean' ? cell.toLowerCase() : cell
}
