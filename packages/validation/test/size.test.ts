import { gzipSync } from 'node:zlib'
import { modelIds } from '@model-tasks/spec'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

/** What a page loads before it checks its first request: its bytes (minified, gzipped) and all the code, later chunks too. */
async function bundle(code: string): Promise<{ first: number; text: string }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    splitting: true,
    outdir: 'out',
    write: false,
    metafile: true,
  })
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === '<stdin>')!
  const first = [
    entry[0],
    ...entry[1].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  ]
  const bytes = first.map(
    (path) =>
      gzipSync(outputFiles.find((file) => file.path.endsWith(path.replace(/^out/, '')))!.contents, { level: 9 }).length,
  )
  return { first: bytes.reduce((sum, each) => sum + each, 0), text: outputFiles.map(({ text }) => text).join('\n') }
}

describe('in a browser', () => {
  test('checkRequest costs little before there is something to say', async () => {
    const { first, text } = await bundle('export { checkRequest } from "@model-tasks/validation"')
    expect(first).toBeLessThanOrEqual(420 + 40 * modelIds.length)
    expect(text).not.toMatch(/\bnode:|\brequire\(|\beval\(|Function\(/)
    expect(text, 'checkMedia is left out').not.toContain('quicktime')
  })
})
