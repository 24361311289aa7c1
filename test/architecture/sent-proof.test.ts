import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../../packages/service/src/', import.meta.url))

test('only the stores prove that an upstream is about to be asked, in the answer to the statement that checks the owner', () => {
  const callers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /\bsentProof\(/.test(readFileSync(join(sources, name), 'utf8')))
    .map((name) => relative('.', name))
  expect(callers.sort()).toEqual(['store/postgres/task-runs.ts', 'store/sqlite/task-runs.ts', 'task/sent.ts'])
})
