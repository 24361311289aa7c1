import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import ts from 'typescript'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type RunningService } from '@model-tasks/service'
import { clientExamples } from '../src/client-reference/examples.js'
import { clientReference } from '../src/client-reference/kept.js'
import { InstantProvider } from './support/instant-provider.js'

/** Every sample of every guide is what a reader can paste: programs type-check and run, commands run, JSON is JSON. */

const content = fileURLToPath(new URL('../content/', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

interface Sample {
  name: string
  language: string
  code: string
  /** The page it is on. */
  page: string
}

const samples: Sample[] = ['en', 'zh'].flatMap((code) =>
  readdirSync(join(content, code), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const page = readFileSync(join(content, code, file), 'utf8')
      return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', text = ''], index): Sample => ({
        name: `${code}-${file.replace('.md', '').replaceAll('/', '-')}-${index}`,
        language,
        code: text,
        page,
      }))
    }),
)

/** The programs of the client's reference. */
const examples = [...clientExamples()].map(([name, code]): Sample => ({ name, language: 'ts', code, page: '' }))

/** The samples of a language, each once: both languages of the site show the same programs. */
const each = (language: string): Sample[] => [
  ...new Map(
    [...samples, ...examples].filter((sample) => sample.language === language).map((sample) => [sample.code, sample]),
  ).values(),
]

// Beside the sources, so that a sample finds the packages as a user's program would.
const cache = fileURLToPath(new URL('.cache/', import.meta.url))
mkdirSync(cache, { recursive: true })
const beside = mkdtempSync(join(cache, 'samples-'))
const data = mkdtempSync(join(tmpdir(), 'content-samples-'))
let service: RunningService
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  service = await startService({ dataDirectory: join(data, 'service'), port: 0 }, { provider: new InstantProvider() })
  env = { ...process.env, MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: service.newKey ?? '' }
})
afterAll(async () => {
  await service.close()
  rmSync(beside, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
})

test('there are samples in both languages, each in a language that is tested here', async () => {
  for (const code of ['en-', 'zh-'])
    expect(samples.filter(({ name }) => name.startsWith(code)).length).toBeGreaterThan(15)
  // The build puts what each release changed in the place of `releases`, and a playground in that of `playground`.
  const written = samples.filter(({ language }) => language !== 'releases' && language !== 'playground')
  expect([...new Set(written.map(({ language }) => language))].toSorted()).toEqual([
    ...['bash', 'caddyfile', 'js', 'json', 'nginx', 'sh', 'ts', 'tsx', 'yaml'],
  ])
  // What they do is shown by the tests of their packages: they stand in an application, or need Node 22.
  await Promise.all(each('js').map(({ code }) => transform(code, { loader: 'js', format: 'esm' })))
  for (const { code } of each('json')) expect(() => void JSON.parse(code)).not.toThrow()
  for (const { code } of each('yaml')) expect(() => void parse(code)).not.toThrow()
  // The configurations of proxies are run, in front of two services, by a step of `test/consumers`.
  // The one guide in bash is run as a whole, in order, by a test of the service.
  for (const { page } of each('bash')) expect(page).toContain('npx model-tasks-service fake ark')
})

test('each method and function of the reference has an example, which names it', () => {
  // The journal and the policy are made of parts that only other packages of this repository call.
  const callable = clientReference()
    .filter(({ entry }) => !/(journal|policy)$/.test(entry))
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ name, kind, members }) => {
      if (kind === 'function') return [name]
      return ['ModelTasks', 'TaskHandle'].includes(name)
        ? members.filter(({ signature }) => signature.includes('(')).map((member) => `${name}.${member.name}`)
        : []
    })
  expect(callable.length).toBeGreaterThan(40)
  expect(callable.filter((name) => !examples.some((example) => example.name === name))).toEqual([])
  const named = ({ name, code }: Sample): boolean =>
    code.includes(
      name
        .replace('.constructor', '(')
        .replace(/^ModelTasks\.|^TaskHandle\./, '.')
        .replace('.toJSON', 'JSON'),
    )
  expect(examples.filter((example) => !named(example)).map(({ name }) => name)).toEqual([])
})

test('every program says what to install, and type-checks', () => {
  const files = (['ts', 'tsx'] as const).flatMap((language) =>
    each(language).map(({ name, code }) => {
      const file = join(beside, language === 'ts' ? `${name}.mts` : `${name}.tsx`)
      writeFileSync(file, code)
      return file
    }),
  )
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    customConditions: ['source'],
  })
  const wrong = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file?.fileName.startsWith(beside) === true)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  const uninstalled = samples.flatMap(({ name, language, code, page }) =>
    language !== 'ts' && language !== 'tsx'
      ? []
      : [...code.matchAll(/from '(@[^/']+\/[^/']+)/g)]
          .filter(([, needed = '']) => !installs(page, needed))
          .map(([, needed]) => `${name}: no line installs ${needed}`),
  )
  expect([...wrong, ...uninstalled]).toEqual([])
})

/** Whether a page installs a package: one of ours, which npm does not have yet, from its archive in the checkout. */
function installs(page: string, name: string): boolean {
  const [, own] = /^@model-tasks\/(.+)$/.exec(name) ?? []
  if (own === undefined) return page.includes(`npm install ${name}\n`)
  const archives = [...page.matchAll(/npm install \S*model-tasks-\{([\w,]+)\}-\*\.tgz\n/g)]
  return archives.some(([, names = '']) => names.split(',').includes(own))
}

/** Why a program or command is not run here, by words of it. */
const notRun: [words: string, reason: string][] = [
  ['localStorage', 'runs in a page'],
  ['createServer', 'waits for a webhook'],
  ['webhook listen', 'goes on until it is interrupted: tests of the terminal run it'],
  ['center/events', 'goes on until it is interrupted: tests of the service read the stream'],
  ['aws s3', 'needs a bucket'],
  ['model-tasks-service', 'administers a service: tests of the service run these commands'],
  ['files/results', 'copies between the data folders of a restore: the test of backups runs it'],
  ['ssh -L', 'needs another machine'],
  ['kill -HUP', 'signals a running service: tests of the service do'],
  ['/admin/', 'needs the key of the administration: tests of the service send these requests'],
]
const reasonNotToRun = (code: string): string | undefined => notRun.find(([words]) => code.includes(words))?.[1]

test('every administrative command is one that the help of the service names', async () => {
  const { stdout } = await run('node', [`${root}packages/service/bin/model-tasks-service.js`, '--help'])
  const named = [...each('sh'), ...each('bash')].flatMap(({ code }) =>
    [
      ...code.matchAll(
        /^npx model-tasks-service (\w+(?: (?:add|check|credit|dead|disable|enable|list|retry|revoke|share|show)\b)?)/gm,
      ),
    ].map(([, command = '']) => command),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((command) => !stdout.includes(`\n  ${command} `))).toEqual([])
})

/** A white square of 512 × 512 px. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAgAAAAIAAQAAAADcA+lXAAAAjElEQVR42u3MMQ0AAAwDoPo33YrYtQQEkB5FIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKB4HcwNvqHcg2WKzYAAAAASUVORK5CYII='

test('every program runs against the service as it stands', async () => {
  const { stdout } = await run('node', [`${root}packages/cli/bin/model-tasks.js`, 'submit', 'beta-5.0', 'prompt=x'], {
    env,
  })
  const stored = stdout.trim()
  await Promise.all(
    each('ts').map(async ({ name, code, page }) => {
      if (page === '') return
      const reason = reasonNotToRun(code)
      if (reason !== undefined) return console.info(`not run: ${name}, which ${reason}`)
      const program = await transform(code.replace('the stored ID', stored), { loader: 'ts', format: 'esm' })
      writeFileSync(join(beside, `${name}.mjs`), program.code)
      await run('node', [`${name}.mjs`], { cwd: beside, env }).catch((error: unknown) => {
        throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      })
    }),
  )
  expect(readFileSync(join(beside, 'boat.mp4')).subarray(4, 8).toString()).toBe('ftyp')
})

test('every example of the reference runs', async () => {
  writeFileSync(join(beside, 'boat.png'), Buffer.from(png, 'base64'))
  for (const { name, code } of examples) {
    const program = await transform(code, { loader: 'ts', format: 'esm' })
    writeFileSync(join(beside, `${name}.mjs`), program.code)
  }
  // One after the other in one process: each would else load the client anew.
  const all = `for (const name of ${JSON.stringify(examples.map(({ name }) => name))})
    await import('./' + name + '.mjs').catch((cause) => { throw new Error(name, { cause }) })`
  writeFileSync(join(beside, 'all.mjs'), all)
  await run('node', ['all.mjs'], { cwd: beside, env })
  expect(readFileSync(join(beside, 'sunset.mp4')).subarray(4, 8).toString()).toBe('ftyp')
})

/** A shell in which curl fails on an error status, npx runs the command of this checkout, and npm is asked what it would do. */
const shell = `set -e
curl() { command curl -sS --fail-with-body "$@"; }
npx() { test "$1" = model-tasks && shift && node "${root}packages/cli/bin/model-tasks.js" "$@"; }
npm() { node "${root}packages/site/test/would-npm.mjs" "$@"; }
`
test('every command runs', async () => {
  await Promise.all(
    each('sh').map(async ({ name, code }) => {
      const reason = reasonNotToRun(code)
      if (reason !== undefined) return console.info(`not run: ${name}, which ${reason}`)
      // A journal of its own: pages of both languages make the same requests, which one reader does not make at once.
      const folder = mkdtempSync(join(data, 'shell-'))
      writeFileSync(join(folder, 'boat.png'), Buffer.from(png, 'base64'))
      await run('bash', ['-c', shell + code], { cwd: folder, env: { ...env, HOME: folder } }).catch(
        (error: unknown) => {
          throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        },
      )
    }),
  )
})

test('the batch of the recipes, run again, waits and downloads, and submits no line twice', async () => {
  const folder = mkdtempSync(join(data, 'batch-'))
  const [sample] = each('sh').filter(({ code }) => code.includes('model-tasks batch'))
  const submitted = async (): Promise<number> => {
    const response = await fetch(`${service.baseUrl}/v2/model-center/tasks?limit=100`, {
      headers: { authorization: `Bearer ${service.newKey ?? ''}` },
    })
    const { data: tasks } = (await response.json()) as { data: { request?: unknown }[] }
    return tasks.length
  }
  const again = async (): Promise<number> => {
    const before = await submitted()
    await run('bash', ['-c', shell + (sample?.code ?? 'exit 1')], { cwd: folder, env: { ...env, HOME: folder } })
    expect(readdirSync(join(folder, 'clips'))).toHaveLength(2)
    rmSync(join(folder, 'clips', readdirSync(join(folder, 'clips'))[0] ?? ''))
    return (await submitted()) - before
  }
  expect(await again()).toBe(2)
  expect(await again()).toBe(0)
})
