import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { steps } from '../consumers/steps/index.mjs'
import { digestOf, readRecord } from '../consumers/unchanged.mjs'

/** A folder of a step, with a program and a file below it. */
function folderOfStep(): string {
  const folder = mkdtempSync(join(tmpdir(), 'step-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  mkdirSync(join(folder, 'below'))
  writeFileSync(join(folder, 'main.py'), 'print(1)')
  writeFileSync(join(folder, 'below/data.json'), '{}')
  return folder
}

const changes: [what: string, change: (folder: string) => void][] = [
  ['other bytes', (folder) => void writeFileSync(join(folder, 'below/data.json'), '[]')],
  ['another name', (folder) => void renameSync(join(folder, 'main.py'), join(folder, 'start.py'))],
  ['another place', (folder) => void renameSync(join(folder, 'below/data.json'), join(folder, 'data.json'))],
  ['a file more', (folder) => void writeFileSync(join(folder, 'empty'), '')],
  ['a file less', (folder) => void rmSync(join(folder, 'main.py'))],
]

test.each(changes)('a consumer whose files have %s is run again', async (_what, change) => {
  const folder = folderOfStep()
  const step = { reads: () => [folder] }
  const before = await digestOf(step)
  expect(await digestOf(step)).toBe(before)
  change(folder)
  expect(await digestOf(step)).not.toBe(before)
})

test('what a consumer installs and makes is none of the files that it is run again for', async () => {
  const folder = folderOfStep()
  const step = { reads: () => [folder] }
  const before = await digestOf(step)
  for (const name of ['node_modules', '.cache', '__pycache__', '.installing']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'made'), '')
  }
  expect(await digestOf(step)).toBe(before)
})

test('a consumer that asks a service is never told as unchanged', async () => {
  expect(await digestOf({})).toBeUndefined()
  const asking = steps.filter(({ run }) => String(run).includes('withService'))
  expect(asking.map(({ name }) => name)).toEqual(expect.arrayContaining(['Prism', 'MCP', 'Python client']))
  expect(asking.filter(({ reads }) => reads !== undefined)).toEqual([])
  const withFiles = steps.filter(({ reads }) => reads !== undefined).map(({ name }) => name)
  expect(withFiles).toEqual(expect.arrayContaining(Object.keys(await readRecord())))
})
