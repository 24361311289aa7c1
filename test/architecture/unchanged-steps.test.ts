import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { digestOf, readRecord } from '../consumers/unchanged.mjs'
import { root } from './imports.js'

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
  for (const name of ['node_modules', '.cache', '__pycache__']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'made'), '')
  }
  expect(await digestOf(step)).toBe(before)
})

test('a consumer that asks a service is never told as unchanged', async () => {
  const record = await readRecord()
  expect(await digestOf({})).toBeUndefined()
  for (const name of ['upstream clients', 'redocly respect', 'Prism', 'Python client', 'OpenAPI and the service'])
    expect(record).not.toHaveProperty([name])
  for (const name of ['lint', 'languages', 'quicktype', 'tools', 'typescript', 'upstreams']) {
    const text = readFileSync(join(root, `test/consumers/steps/${name}.mjs`), 'utf8')
    for (const [, step = ''] of text.matchAll(/^(?:export )?const \w+ = \{\n([\s\S]*?)^\}/gm))
      expect(step.includes('withService') && step.includes('reads'), step).toBe(false)
  }
})
