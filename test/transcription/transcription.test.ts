import { readFileSync } from 'node:fs'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import { describe, expect, test } from 'vitest'
import { describeModel, idsOf, readTables, sortLimits } from './lines.js'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const catalogue: Catalogue = JSON.parse(read('../../generated/catalogue.json'))
const { sections } = JSON.parse(read('../../spec/sections.json')) as { sections: string[] }
const tables = readTables(read('tables.txt'))

describe('the catalogue agrees with the second transcription of the interface', () => {
  test('every table of the interface is in the catalogue', () => {
    expect(tables.size).toBeGreaterThan(0)
    expect([...tables.keys()].filter((id) => !idsOf(catalogue).includes(id))).toEqual([])
  })

  test('every model that names a section of the interface was transcribed', () => {
    // A model that was added since names itself as its source: the interface has no table to compare it with.
    const stated = catalogue.models.filter(({ source }) => sections.includes(source.section))
    expect(stated.map(({ id }) => id).filter((id) => !tables.has(id))).toEqual([])
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
