import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readImports, root } from './imports.js'

/** Vendors of models, by the protocols that are described and by others that may be. */
const vendors: ReadonlySet<string> = new Set([
  ...readdirSync(join(root, 'spec/upstreams')).flatMap((file) => file.replace(/\.json$/, '').split('-')),
  ...['alibaba', 'azure', 'bedrock', 'bfl', 'bytedance', 'byteplus', 'elevenlabs', 'gemini', 'hailuo'],
  ...['hunyuan', 'ideogram', 'kling', 'pika', 'pixverse', 'runwayml', 'stability', 'veo', 'vidu', 'volcengine'],
])

/** Words that do not name a vendor where they stand, or that are not about upstreams. */
const others: readonly [file: string, words: readonly string[], reason: string][] = [
  ['*', ['together', 'videos'], 'words of English'],
  ['packages/sandbox/src/picture/plane.ts', ['luma'], 'the brightness of a picture'],
  ['generator/emit/tools/vendors.ts', ['openai', 'gemini'], 'forms of tools for language models'],
  ['generator/emit/package/documents.ts', ['openai', 'gemini'], 'names those files of tools'],
  ['packages/service/src/edge/native/routes.ts', ['openai'], 'the protocol of which the API stands at /v1 too'],
]

/** The words of a text in lower case, those of camelCase and snake_case one by one. */
function wordsOf(text: string): Set<string> {
  const parts = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  return new Set([...parts, ...(text.match(/[A-Za-z]+/g) ?? [])].map((word) => word.toLowerCase()))
}

/** All code but that of the docs site, which tells its readers of vendors. */
const files = [...readImports().keys()].filter((file) => !file.startsWith('packages/site/'))

const isAllowed = (file: string, word: string): boolean =>
  others.some(([place, words]) => (place === '*' || place === file) && words.includes(word))

const named = (file: string, text: string): string[] =>
  [...wordsOf(text)].filter((word) => vendors.has(word) && !isAllowed(file, word)).map((word) => `${file}: ${word}`)

test('no code names a vendor: what is known of one is data in spec/upstreams', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => named(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test.each([
  "case 'fal-ed25519':",
  'const arkRunning = 1',
  '/** As Replicate does. */',
  "'https://api.bfl.ai'",
  'MiniMax',
])('a file that says %j would name one', (text) => {
  expect(named('packages/service/src/some.ts', text)).toHaveLength(1)
})

test('every exception is still needed', () => {
  const unused = others.filter(
    ([place, words]) =>
      place !== '*' && words.some((word) => !wordsOf(readFileSync(join(root, place), 'utf8')).has(word)),
  )
  expect(unused).toEqual([])
})
