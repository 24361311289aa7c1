/**
 * Compiles and runs a CommonJS program against the packages as npm would publish them, with the resolutions that
 * TypeScript users have there, under an old and the current TypeScript. Prints a line per combination.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const packages = ['generated', 'packages/validation', 'packages/client']
const current = JSON.parse(readFileSync(join(root, 'node_modules/typescript/package.json'), 'utf8')).version
const compilers = ['5.4.5', current]
const resolutions = [
  ['commonjs, node10', ['--module', 'commonjs', '--moduleResolution', 'node10']],
  ['node16', ['--module', 'node16']],
  ['nodenext', ['--module', 'nodenext']],
]

const program = `import { ModelTasks, TaskTimeoutError, type Task } from '@model-tasks/client'
import { verifyWebhook } from '@model-tasks/client/webhooks'
import { fileJournal } from '@model-tasks/client/journal'
import { preflight } from '@model-tasks/client/media'
import { checkRequest } from '@model-tasks/validation'
import { checkRequestSync } from '@model-tasks/validation/all'
import { modelIds, type ModelInput } from '@model-tasks/spec'

const input: ModelInput['sd_2.0_discount'] = { prompt: 'A paper boat' }
const client = new ModelTasks({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key', journal: fileJournal('unused.jsonl') })
export async function run(): Promise<Task> {
  // @ts-expect-error out of range
  if (modelIds.length === 0) await client.run('sd_2.0_discount', { prompt: 'A paper boat', duration: 99 })
  return client.run('sd_2.0_discount', input)
}
const kinds: string[] = [verifyWebhook, preflight, checkRequest, checkRequestSync, TaskTimeoutError].map((each) => typeof each)
console.log(kinds.join(' '), modelIds.length > 0)
`

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-commonjs-'))
let failures = 0
try {
  const pack = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
    ...packages.map((path) => join(root, path)),
  ]
  const { stdout } = await run('npm', pack, { cwd: root, maxBuffer: 64e6 })
  const archives = JSON.parse(stdout).map(({ filename }) => join(folder, filename.replace(/^@/u, '').replace('/', '-')))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
  writeFileSync(join(folder, 'main.ts'), program)
  for (const version of compilers) {
    const install = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `typescript@${version}`,
      '@types/node@20.19.43',
    ]
    await run('npm', [...install, ...archives], { cwd: folder })
    for (const [name, flags] of resolutions)
      await report(`TypeScript ${version}, ${name}`, () => compileAndRun(version, flags))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)

async function compileAndRun(version, flags) {
  const tsc = join(folder, 'node_modules/typescript/bin/tsc')
  const deprecated = version.startsWith('6') && flags.includes('node10') ? ['--ignoreDeprecations', '6.0'] : []
  const options = [
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    'node',
    '--outDir',
    'out',
  ]
  await run(process.execPath, [tsc, 'main.ts', ...options, ...flags, ...deprecated], { cwd: folder })
  const { stdout } = await run(process.execPath, ['out/main.js'], { cwd: folder })
  if (stdout.trim() !== 'function function function function function true') throw new Error(`it printed ${stdout}`)
}

async function report(title, check) {
  try {
    await check()
    console.log(`ok   ${title}`)
  } catch (error) {
    failures += 1
    console.log(`FAIL ${title}\n${error.stdout || error.stderr || error.message}`)
  }
}
