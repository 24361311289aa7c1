import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { guards } from './guards.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Whether each is noticed when it is taken out, `npm run guards` finds out.
test.each([...guards])('$promise: the guard stands once where the list says', ({ file, guard }) => {
  expect(readFileSync(join(root, file), 'utf8').split(guard)).toHaveLength(2)
})
