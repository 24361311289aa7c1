import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { banned, findBanned } from './banned.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(
    (file) =>
      /\.(ts|js|mjs|md|json|hbs|css|py|go|rs|java|yml|yaml)$/.test(file) && !/(package-lock|wording\/)/.test(file),
  )

test('no file of the project uses a banned phrasing', () => {
  const found = files.flatMap((file) => {
    try {
      return findBanned(readFileSync(`${root}/${file}`, 'utf8')).map(
        ({ line, text, say }) => `${file}:${line} "${text}": say ${say}`,
      )
    } catch {
      return []
    }
  })
  expect(found).toEqual([])
})

test.each(banned.flatMap(({ examples, pattern }) => examples.map((example) => [example, pattern] as const)))(
  'the list finds "%s"',
  (example, pattern) => {
    expect(findBanned(`A line.\n${example}\n`)).toMatchObject([{ line: 2 }])
    expect(pattern.flags).toContain('g')
  },
)
