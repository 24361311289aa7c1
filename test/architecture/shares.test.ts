import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { longest, settings } from '../vitest.settings.js'
import { root } from './imports.js'

// The halves of the system tests that the gate runs in turn.
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shares-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('each half of the system tests has its turn at every second commit, and both where git does not know the commits', () => {
  const share = (): string => execFileSync(process.execPath, [join(root, 'test/share.mjs')], { cwd: folder }).toString()
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  const git = (...words: string[]): unknown => execFileSync('git', [...author, ...words], { cwd: folder })
  expect(share()).toBe('')
  git('init', '--quiet')
  expect(share()).toBe('')
  const seen = [1, 2, 3].map(() => {
    git('commit', '--quiet', '--allow-empty', '--message', 'a change')
    return share().trim()
  })
  expect(seen).toEqual(['--shard=2/2', '--shard=1/2', '--shard=2/2'])
  git('clone', '--quiet', '--depth', '1', `file://${folder}`, 'last')
  expect(execFileSync(process.execPath, [join(root, 'test/share.mjs')], { cwd: join(folder, 'last') }).toString()).toBe(
    '',
  )
})

test('the halves have every file once, in whichever order Vitest finds them, and half of the long ones each', async () => {
  const list = execFileSync('git', ['ls-files', '*.system.test.ts'], { cwd: root, encoding: 'utf8' })
  const files = list.trim().split('\n')
  const half = async (index: number, found: string[], shuffle = false): Promise<string[]> => {
    const config = { root, sequence: { shuffle, seed: 7 }, shard: { index, count: 2 } }
    const context = { config, logger: { log: () => undefined } } as unknown as Vitest
    const specifications = found.map((file) => ({ moduleId: join(root, file), project: { config: { root } } }))
    const chosen = await new settings.test.sequence.sequencer(context).shard(
      specifications as unknown as TestSpecification[],
    )
    return chosen.map(({ moduleId }) => relative(root, moduleId))
  }
  const [first, second] = [await half(1, files), await half(2, files)]
  expect([...first, ...second].toSorted()).toEqual(files.toSorted())
  expect(await half(1, files.toReversed(), true)).toEqual(first)
  const long = (half: string[]): number => half.filter((file) => longest.some((name) => file.includes(name))).length
  expect(Math.abs(long(first) - long(second))).toBeLessThanOrEqual(1)
})
