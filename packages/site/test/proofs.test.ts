import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { proofsIn, withProofs } from '../src/pages/proofs.js'

const content = fileURLToPath(new URL('../content/', import.meta.url))
const guides = (code: 'en' | 'zh'): [name: string, text: string][] =>
  readdirSync(`${content}${code}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(`${content}${code}/${name}`, 'utf8')])

test('every test that a guide names as its proof is there, and both languages name the same number', () => {
  const counts = (['en', 'zh'] as const).map(
    (code) =>
      new Map(
        guides(code).flatMap(([name, text]) => {
          expect(withProofs(text, name, code)).not.toContain('<!-- checked by')
          return proofsIn(text) === 0 ? [] : [[name, proofsIn(text)] as const]
        }),
      ),
  )
  expect(counts[0]?.size).toBeGreaterThan(4)
  expect(counts[1]).toEqual(counts[0])
})

test('a promise whose test is gone fails the build, and says where it stands', () => {
  const gone = (title: string): string => `It holds.\n\n<!-- checked by packages/site/test/proofs.test.ts: ${title} -->`
  const here = 'a promise whose test is gone fails the build, and says where it stands'
  expect(withProofs(gone(here), 'x.md', 'en')).toBe(
    `It holds.\n\n*Checked by the test “${here}” in \`packages/site/test/proofs.test.ts\`.*`,
  )
  expect(() => withProofs(gone('no such title'), 'x.md', 'en')).toThrow(
    'x.md: no test in packages/site/test/proofs.test.ts is called “no such title”',
  )
})
