import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { digestOf } from '../../digest.js'
import { OutFolder } from '../../write/folder.js'

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-folder-'))
const path = 'facts/a.js'
const file = join(folder, path)
const left = 'facts/left.js'
beforeEach(() => {
  rmSync(folder, { recursive: true })
  mkdirSync(join(folder, 'facts'), { recursive: true })
  writeFileSync(file, 'before')
  writeFileSync(join(folder, left), 'left over')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('what another run removes meanwhile is missing, and no orphan', () => {
  const out = new OutFolder(folder, 'write')
  rmSync(join(folder, 'facts'), { recursive: true })
  expect(out.has([[path, digestOf('before')]])).toBe(false)
  expect(out.put({ path, content: 'after' }).change).toEqual({ kind: 'missing', path, after: 'after' })
  expect([...out.end()]).toEqual([])
  expect(readFileSync(file, 'utf8')).toBe('after')
})

test('a file that another run is writing at this moment is left to it', () => {
  const others = `${file}.new`
  const out = new OutFolder(folder, 'write')
  writeFileSync(others, 'half of')
  out.put({ path, content: 'after' })
  expect([...out.end()].map((change) => change.path)).toEqual([left])
  expect(readFileSync(others, 'utf8')).toBe('half of')
})

test('what a run that was killed left behind goes', () => {
  new OutFolder(folder, 'write').put({ path, content: 'after' })
  expect(readdirSync(join(folder, 'facts'))).toEqual(['a.js', 'left.js'])
  writeFileSync(`${file}.1.new`, 'half of')
  symlinkSync('nowhere', join(folder, '.#left.js'))
  const out = new OutFolder(folder, 'write')
  out.put({ path, content: 'after' })
  expect([...out.end()].map((change) => change.path)).toEqual(['.#left.js', 'facts/a.js.1.new', left])
  expect(readdirSync(folder)).toEqual(['facts'])
  expect(existsSync(`${file}.1.new`)).toBe(false)
})
