import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { atEndOfFile } from '../../end-of-file.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What the release needs to be built and run. */
const parts = [
  'packages/service',
  'packages/client',
  'packages/validation',
  'generated',
  'test/faults/support',
  'tsconfig.json',
]
/** What is started or imported by its file. */
const entries = [
  'main',
  'media-thread',
  'media-reader',
  'serve',
  'json-log',
  'settings/environment',
  'settings/secrets',
  'telemetry/redact',
]

/** The commit of the release that operators have, as the changelog names it. */
export const released = /commit `([0-9a-f]{40})`/.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1] ?? ''

/** Why that release cannot be built here; undefined when it can. */
export const noRelease: string | undefined = isInHistory()
  ? undefined
  : `the commit ${released || '(none)'} that CHANGELOG.md names is not in this repository's history, as in a shallow clone`

if (noRelease !== undefined) process.stderr.write(`skipped: ${noRelease}\n`)

function isInHistory(): boolean {
  try {
    git('cat-file', '-e', `${released}^{commit}`)
    return true
  } catch {
    return false
  }
}

function git(...words: string[]): Buffer {
  return execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 30 })
}

/** The released service, built from its sources in a folder of its own, which is gone after the file. */
export interface Release {
  /** Its executable. */
  main: string
  /** The same with a time that runs faster, as `fast-service.mjs` of today. */
  fast: string
}

let built: Promise<Release> | undefined

/** The release, built once for the tests of a file. Packages from the registry are those of today. */
export function builtRelease(): Promise<Release> {
  return (built ??= build())
}

async function build(): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-release-'))
  atEndOfFile(async () => {
    built = undefined
    rmSync(folder, { recursive: true, force: true })
  })
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', released, '--', ...parts) })
  linkPackages(folder)
  const service = join(folder, 'packages/service')
  await bundle({
    absWorkingDir: service,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outbase: 'src',
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['source'],
    logLevel: 'error',
    plugins: [
      {
        name: 'sources of the release',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./#]/ }, ({ path }) =>
            /^@model-tasks\/(client|validation)/.test(path) ? undefined : { path, external: true },
          )
        },
      },
    ],
  })
  return { main: join(service, 'dist/main.js'), fast: join(folder, 'test/faults/support/fast-service.mjs') }
}

function linkPackages(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, '@model-tasks'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@model-tasks' && !name.startsWith('.')) symlinkSync(join(from, name), join(to, name))
  for (const [name, place] of [
    ['spec', 'generated'],
    ['client', 'packages/client'],
    ['validation', 'packages/validation'],
    ['service', 'packages/service'],
  ] as const)
    symlinkSync(join(folder, place), join(to, '@model-tasks', name))
}
