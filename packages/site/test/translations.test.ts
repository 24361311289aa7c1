import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSource } from '../src/source.js'

const folder = new URL('../content/zh/reference/', import.meta.url)

/** The names in the first cells of the tables, which are the same in every language: fields, states, paths, codes. */
const namesIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^\| *(?:(?:GET|POST|PUT|DELETE) *\| *)?(`[^`]+`|\d+(?:(?:, |、)\d+)*)/gm)].map(
    ([, name = '']) => name.replaceAll('、', ', ').trim(),
  )

test.each(readdirSync(folder))('the Chinese %s names what the English one names', async (file) => {
  const { docs } = await readSource()
  const translated = readFileSync(new URL(file, folder), 'utf8')
  expect(
    namesIn(translated),
    `content/zh/reference/${file}: translate what changed, or delete it to lead to the English page`,
  ).toEqual(namesIn(docs.get(file) ?? ''))
  expect(translated).toMatch(/\p{Script=Han}{4}/u)
})
