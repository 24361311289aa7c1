import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { baseOf, busiest } from './base.mjs'
import { atMost, drawSample, interval } from './sample.mjs'

/** A repository of its own: each word is a commit. */
function repository(...commits: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'change-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...words: string[]): string | undefined => {
    try {
      return execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir(), GIT_CONFIG_GLOBAL: '/dev/null' },
      }).trim()
    } catch {
      return undefined
    }
  }
  git('init', '--quiet', '--initial-branch', 'main')
  const commit = (name: string): string => {
    writeFileSync(join(folder, name), name)
    git('add', '--all')
    git('commit', '--quiet', '--message', name)
    return String(git('rev-parse', 'HEAD'))
  }
  return { git, commit, ids: commits.map(commit) }
}

test('the change of a branch began where it left main, and that of main with its last commit', () => {
  const { git, commit, ids } = repository('first', 'second')
  const [first, second] = ids
  expect(baseOf(undefined, git)).toBe(first)
  git('update-ref', 'refs/remotes/origin/main', String(second))
  expect(baseOf(undefined, git)).toBe(first)
  commit('third')
  commit('fourth')
  expect(baseOf(undefined, git)).toBe(second)
  expect(baseOf('main~2', git)).toBe(second)
})

test('without a commit before, nothing says what has changed; a commit that is not known is named', () => {
  const { git } = repository('first')
  expect(baseOf(undefined, git)).toBeUndefined()
  expect(() => baseOf('v9', git)).toThrow('expected a commit that git knows, such as origin/main, got v9')
})

test('the area with the most changes is taken, none where none has any', () => {
  expect(busiest({ submit: 2, wait: 7, 'service-engine': 3 })).toBe('wait')
  expect(busiest({ submit: 0, wait: 0 })).toBeUndefined()
  expect(busiest({})).toBeUndefined()
})

test('one survivor of twelve is not enough to say that a score is less than 90 %, four are', () => {
  expect([12, 11, 10, 9, 8].map((found) => Math.round(atMost(found, 12)))).toEqual([100, 99, 95, 91, 86])
  expect(atMost(0, 0)).toBe(100)
  expect(interval(12, 12, 12)).toBeUndefined()
  expect(interval(9, 12, 24)?.map(Math.round)).toEqual([55, 88])
})

test('a larger sample of a seed contains the smaller one', () => {
  const ids = Array.from({ length: 40 }, (_, id) => id)
  const large = drawSample(ids, 10, 3)
  expect(new Set(large).size).toBe(10)
  expect(drawSample(ids, 4, 3)).toEqual(large.slice(0, 4))
  expect(drawSample(ids, Infinity, 3).toSorted((left, right) => left - right)).toEqual(ids)
})
