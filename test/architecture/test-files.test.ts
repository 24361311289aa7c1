import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replacing } from '../vitest.settings.js'
import { root } from './imports.js'

// Most files of tests follow one another in one process and share its modules (test/vitest.config.ts).
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*/test/*.ts', 'test/*.ts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !/^test\/(consumers|runtimes|bench)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

test('the files that replace a module are those that have modules of their own', () => {
  const found = files.filter(({ text }) => /^ *vi\.(?:mock|doMock)\(/m.test(text)).map(({ file }) => file)
  expect(found.sort()).toEqual([...replacing].sort())
})

test('a module that several files of tests load has no hook of its own, which would belong to the first of them', () => {
  const loadedOnce = ['test/vitest.setup.ts', /^test\/browser\//]
  const found = files.filter(
    ({ file, text }) =>
      !file.endsWith('.test.ts') &&
      !loadedOnce.some((each) => (typeof each === 'string' ? each === file : each.test(file))) &&
      /^(?:before|after)(?:All|Each)\(/m.test(text),
  )
  expect(found.map(({ file }) => file)).toEqual([])
})
