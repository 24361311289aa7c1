/** What a writer is told whose page is wrong, by the builder in a copy of this package. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const own = fileURLToPath(new URL('..', import.meta.url))
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))
mkdirSync(cache, { recursive: true })
// Below node_modules, so that what the builder imports is found.
const copy = mkdtempSync(join(cache, 'site-content-'))
for (const part of ['bin', 'browser', 'content', 'dist', 'src', 'static', 'styles', 'templates', 'package.json'])
  cpSync(join(own, part), join(copy, part), { recursive: true })
afterAll(() => {
  rmSync(copy, { recursive: true })
})

/** What the builder prints of a page with this front matter, and how it ends. */
function build(frontMatter: string): { status: number | null; stderr: string } {
  writeFileSync(join(copy, 'content/en/quick.md'), `${frontMatter}\n\n# Quick\n\nText.\n`)
  return spawnSync(process.execPath, [join(copy, 'bin/build.js'), join(copy, 'out'), '--uncompressed'], {
    encoding: 'utf8',
  })
}

test('a page in a section that is none is answered with one line', () => {
  const { status, stderr } = build('---\ntitle: Quick\nsection: start\n---')
  expect(stderr).toBe('content/en/quick.md: section: start is not a section; use build, operate or contribute\n')
  expect(status).toBe(1)
})

test('the front matter that the README shows is that of a page', () => {
  const [, shown = ''] = /```md\n(---\n[^]*?\n---)\n```/.exec(readFileSync(join(own, 'README.md'), 'utf8')) ?? []
  expect(shown).toContain('section: ')
  expect(build(shown)).toMatchObject({ status: 0, stderr: '' })
})
