import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type RunningService } from '@model-tasks/service'

/** Every TypeScript sample of every guide is a whole program: it type-checks, and those that need nothing else run. */

const content = fileURLToPath(new URL('../content/', import.meta.url))

interface Sample {
  name: string
  code: string
}

const samples: Sample[] = ['en', 'zh'].flatMap((code) =>
  readdirSync(join(content, code), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(join(content, code, file), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
        ([, text = ''], index): Sample => ({
          name: `${code}-${file.replace('.md', '').replaceAll('/', '-')}-${index}`,
          code: text,
        }),
      ),
    ),
)

/** Beside the sources, so that a sample finds the packages as a user's program would. */
const beside = mkdtempSync(fileURLToPath(new URL('../dist/content-samples-', import.meta.url)))
const data = mkdtempSync(join(tmpdir(), 'content-samples-'))
let service: RunningService

beforeAll(async () => {
  service = await startService({ dataDirectory: join(data, 'service'), port: 0 })
})
afterAll(async () => {
  await service.close()
  rmSync(beside, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
})

test('there are samples in both languages', () => {
  expect(samples.filter(({ name }) => name.startsWith('en-')).length).toBeGreaterThan(6)
  expect(samples.filter(({ name }) => name.startsWith('zh-')).length).toBeGreaterThan(6)
})

test('every sample is a whole program that type-checks', { timeout: 120_000 }, () => {
  for (const { name, code } of samples) writeFileSync(join(beside, `${name}.mts`), code)
  const program = ts.createProgram(
    samples.map(({ name }) => join(beside, `${name}.mts`)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      customConditions: ['source'],
    },
  )
  const wrong = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file?.fileName.includes('content-samples-') === true)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  expect(wrong).toEqual([])
})

test('the program of the quick start runs against the service as it stands', { timeout: 90_000 }, async () => {
  const sample = samples.find(({ name }) => name === 'en-quick-start-0')
  const { code } = await transform(sample?.code ?? '', { loader: 'ts', format: 'esm' })
  writeFileSync(join(beside, 'quick-start.mjs'), code)
  await promisify(execFile)(process.execPath, ['quick-start.mjs'], {
    cwd: beside,
    env: { ...process.env, MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: service.newKey ?? '' },
  })
  expect(readFileSync(join(beside, 'boat.mp4')).subarray(4, 8).toString()).toBe('ftyp')
})
