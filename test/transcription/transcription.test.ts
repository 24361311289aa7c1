import { readFileSync } from 'node:fs'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import { describe, expect, test } from 'vitest'
import { describeModel, idsOf, readTables, sortLimits } from './lines.js'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const catalogue: Catalogue = JSON.parse(read('../../generated/catalogue.json'))
const tables = readTables(read('tables.txt'))

describe('the catalogue agrees with the second transcription of the interface', () => {
  test('28 models, 19 of them with parameters', () => {
    expect(tables.size).toBe(28)
    expect([...tables.values()].filter((lines) => !lines.includes('no reference'))).toHaveLength(19)
    expect(idsOf(catalogue).sort()).toEqual([...tables.keys()].sort())
  })

  test('no line of the transcription is misspelt', () => {
    const form =
      /^(is|named|answers|take|tokens|refuse|advise) |^no reference$|^[a-z_]+ \| (string|integer|boolean|array|(image|video|audio)\[\]) \| (required|optional) \| [^|]*\|[^|]*$/
    for (const [model, lines] of tables) {
      for (const line of lines) expect(line, model).toMatch(form)
    }
  })

  test.each([...tables])('%s', (id, lines) => {
    const model = catalogue.models.find((candidate) => candidate.id === id)
    expect(model, `${id} is missing from the catalogue`).toBeDefined()
    if (model !== undefined) expect(sortLimits(describeModel(model))).toEqual(sortLimits(lines))
  })
})
