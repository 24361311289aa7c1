import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { threadWriter } from '../src/output/thread-writer.js'
import { folderWriter } from '../src/output/write.js'

const folder = mkdtempSync(join(tmpdir(), 'site-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
const long = 'The same line again.\n'.repeat(100)

const write = async (files: { path: string; content: string }[], twins = true): Promise<void> => {
  const writer = threadWriter({ folder, twins })
  for (const file of files) writer.add([file])
  await writer.finish()
}

test('files are written with their twins; what an earlier build left is removed, what has not changed stays untouched', async () => {
  const kept = { path: 'kept/index.html', content: long }
  await write([kept, { path: 'gone/index.html', content: long }])
  expect(gunzipSync(readFileSync(join(folder, 'kept/index.html.gz'))).toString()).toBe(long)
  expect(brotliDecompressSync(readFileSync(join(folder, 'kept/index.html.br'))).toString()).toBe(long)
  utimesSync(join(folder, kept.path), 1, 1)
  await write([kept, { path: 'short.txt', content: 'short' }])
  expect(statSync(join(folder, kept.path)).mtimeMs).toBe(1000)
  expect(readdirSync(join(folder, 'gone'))).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['gone', 'kept', 'short.txt'])
  await write([kept], false)
  expect(readdirSync(join(folder, 'kept'))).toEqual(['index.html'])
})

test('what programs read has one twin; both have those that a browser loads, and what is compressed or short has none', async () => {
  await write(
    ['index.html', 'assets/a.js', 'search-en.json', 'openapi.json', 'a/index.md', 'llms.txt', 'card.jpg'].map(
      (path) => ({ path, content: long }),
    ),
  )
  const twins = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(gz|br)$/.test(path))
  expect(twins.sort()).toEqual([
    'a/index.md.gz',
    ...['assets/a.js.br', 'assets/a.js.gz', 'index.html.br', 'index.html.gz'],
    ...['llms.txt.gz', 'openapi.json.gz', 'search-en.json.br', 'search-en.json.gz'],
  ])
})

test('a build that fails leaves the folder as it was', async () => {
  await write([{ path: 'index.html', content: 'before' }])
  // It comes no further than to some of its files.
  folderWriter({ folder, twins: true }).add([{ path: 'index.html', content: 'after' }])
  expect(text('index.html')).toBe('before')
})

test('what the thread fails at is what the build fails with', async () => {
  await write([{ path: 'place', content: 'a file' }])
  const writer = threadWriter({ folder, twins: true })
  writer.add([{ path: 'place/index.html', content: 'below a file' }])
  await expect(writer.finish()).rejects.toThrow(/EEXIST|ENOTDIR/)
})

test('nothing is written where one of the threads fails while files are prepared', async () => {
  await write([{ path: 'before.txt', content: 'before' }])
  const writer = threadWriter({ folder, twins: true })
  // Of the other share, which is prepared long before.
  writer.add([{ path: 'a', content: 'first' }])
  const slow = Array.from({ length: 2 ** 18 }, (_, number) => number.toString(36)).join('')
  for (let copy = 0; copy < 2; copy += 1) writer.add([{ path: 'b', content: slow + copy }])
  writer.add([{ path: 'b', content: 7 as unknown as string }])
  await expect(writer.finish()).rejects.toThrow('string')
  await writer.stop()
  expect(readdirSync(folder)).toEqual(['before.txt'])
})
