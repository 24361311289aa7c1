import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const decisions = 'packages/site/content/en/decisions'
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  ...readdirSync(join(root, decisions)).map((name) => `${decisions}/${name}`),
]
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Paths from the root that a page names in code, and that hold no placeholder; what begins with my- is the reader's own, and dist is made. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:spec|generator|packages|test|\.ci)\/[\w./@-]+)`/g)].map(([, path = '']) => path)

/** The scripts that a page tells its reader to run. */
const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name)

test.each(pages)('every file and every script that %s names is there', (page) => {
  const text = read(page)
  expect(pathsIn(text).filter((path) => !/\/(my-|dist\/)/.test(path) && !existsSync(join(root, path)))).toEqual([])
  expect(scriptsIn(text).filter((name) => scripts[name] === undefined)).toEqual([])
})
