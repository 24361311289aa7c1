/** Files that tools read and that name other files: after a renaming, no compiler would notice that nothing is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './imports.js'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const missing = (paths: readonly string[]): string[] => paths.filter((path) => !existsSync(join(root, path)))

test('each path of CODEOWNERS is there', () => {
  const paths = [...read('.github/CODEOWNERS').matchAll(/^\/(\S+)/gm)].flatMap(([, path]) => path ?? [])
  expect(paths.length).toBeGreaterThan(3)
  expect(missing(paths)).toEqual([])
})

test('each program and each configuration that the debugger starts is there', () => {
  const paths = [...read('.vscode/launch.json').matchAll(/"(?:\$\{workspaceFolder\}\/)?([\w/.-]+\.m?[jt]s)"/g)]
  expect(paths.map(([, path]) => path)).toEqual([
    'node_modules/vitest/vitest.mjs',
    'test/vitest.config.ts',
    'packages/service/bin/model-tasks-service.js',
    'generator/dist/main.js',
  ])
  expect(missing(paths.flatMap(([, path]) => path ?? []))).toEqual([])
})

test('each script that a workflow or an editor runs is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const files = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`)
  const used = files.flatMap((file) => [...read(file).matchAll(/npm run ([\w:-]+)/g)].flatMap(([, name]) => name ?? []))
  const tasks = [...read('.vscode/tasks.json').matchAll(/"script": "([\w:-]+)"/g)].flatMap(([, name]) => name ?? [])
  expect(used.length).toBeGreaterThan(2)
  expect([...used, ...tasks].filter((name) => !(name in scripts))).toEqual([])
})
