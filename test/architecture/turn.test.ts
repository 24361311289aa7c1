import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { steps } from '../consumers/steps/index.mjs'
import { consumersOf, systemTestsOf } from '../turn.mjs'
import { root } from './imports.js'

// Which system tests the gate runs at a commit.
const all = execFileSync('git', ['ls-files', '*.system.test.ts'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const chosen = (seed: number, ...changed: string[]): string[] => systemTestsOf({ files: all, seed, changed })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turn-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sizes = (turns: readonly (readonly string[])[]): number[] => turns.map(({ length }) => length)

test('a commit draws one of eight shares of the system tests, about as large as the others', () => {
  const turns = [7, 8, 9, 10, 11, 12, 13, 14].map((seed) => chosen(seed))
  expect(turns.flat().toSorted()).toEqual(all.toSorted())
  expect(Math.max(...sizes(turns)) - Math.min(...sizes(turns))).toBeLessThanOrEqual(1)
})

test.each([
  ['packages/react/src/session.ts', /^(packages|test)\/react\//],
  ['packages/client/README.md', /^packages\/client\//],
  ['packages/cli/bin/model-tasks.js', /^test\/cli\//],
  ['spec/models/epsilonO3.schema.json', /^generator\//],
  ['generator/generate.ts', /^generator\//],
  ['test/faults/support/release.ts', /^test\/faults\//],
  ['test/e2e/start.system.test.ts', /^test\/e2e\//],
])('a change of %s runs the system tests of its room at each commit', (path, theirs) => {
  const room = all.filter((file) => theirs.test(file))
  expect(room.length).toBeGreaterThan(0)
  for (const seed of [1, 2, 3, 4]) expect(chosen(seed, path)).toEqual(expect.arrayContaining(room))
})

test('of a room with more than twenty, a commit draws at most twenty, and what it has changed itself', () => {
  const room = all.filter((file) => file.startsWith('packages/service/'))
  const turns = [1, 2, 3].map((seed) =>
    chosen(seed, 'packages/service/src/main.ts').filter((file) => room.includes(file)),
  )
  expect(turns.flat().toSorted()).toEqual(room.toSorted())
  expect(Math.max(...sizes(turns))).toBeLessThanOrEqual(20)
  for (const seed of [1, 2, 3]) for (const file of room) expect(chosen(seed, file)).toContain(file)
})

test('of the consumers that ask a service, a commit draws a fourth', () => {
  const asking = steps.filter(({ reads }) => reads === undefined).map(({ name }) => name)
  const names = (seed: number, ...changed: string[]): string[] => consumersOf({ seed, changed }, steps)
  const turns = [1, 2, 3, 4].map((seed) => names(seed, 'README.md', 'test/consumers/passed.json'))
  expect(turns.flatMap((turn) => turn.filter((name) => asking.includes(name))).toSorted()).toEqual(asking.toSorted())
  expect(Math.max(...sizes(turns)) - Math.min(...sizes(turns))).toBeLessThanOrEqual(1)
  for (const [name, path] of [
    ['AI SDK', 'packages/ai-sdk/src/index.ts'],
    ['MCP', 'packages/mcp/src/index.ts'],
    ['workers', 'packages/proxy/src/index.ts'],
  ] as const)
    for (const seed of [1, 2, 3, 4]) expect(names(seed, path)).toContain(name)
  for (const seed of [1, 2]) expect(names(seed, 'test/consumers/shell.mjs')).toEqual(steps.map(({ name }) => name))
})

test.each(['README.md', '.changeset/a-change.md', 'test/vitest.config.ts'])(
  'a change of %s touches no room',
  (path) => {
    expect(chosen(1, path)).toEqual(chosen(1))
  },
)

test('all run where a dependency has changed, or where git does not know what has', async () => {
  const here = join(folder, 'repository')
  const printed = (cwd: string): string[] =>
    execFileSync(process.execPath, [join(root, 'test/turn.mjs')], { cwd, encoding: 'utf8' })
      .trim()
      .split('\n')
  const git = (...words: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: here })
  const drawn = (): unknown => {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: here, encoding: 'utf8' })
    return tests[Number.parseInt(head.slice(0, 7), 16) % 8] ?? ''
  }
  const commit = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(here, path)), { recursive: true })
    await writeFile(join(here, path), text)
    git('add', '.')
    git('commit', '--quiet', '--message', 'a change')
  }
  const tests = ['a', 'b', 'c', 'd'].map((name) => `test/cli/${name}.system.test.ts`)
  await mkdir(here)
  expect(printed(here)).toEqual([''])
  git('init', '--quiet')
  for (const path of tests) await commit(path, '')
  await commit('README.md', 'one')
  expect(printed(here)).toEqual([drawn()])
  await commit('README.md', 'two')
  expect(printed(here)).toEqual([drawn()])
  await commit('packages/cli/src/main.ts', '')
  expect(printed(here)).toEqual(tests)
  await commit('test/package-lock.json', '{}')
  expect(printed(here)).toEqual([''])
  await commit('README.md', 'three')
  expect(printed(here)).toEqual([drawn()])
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${here}`, 'last'], { cwd: folder })
  expect(printed(join(folder, 'last'))).toEqual([''])
})
