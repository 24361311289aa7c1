import { createHash } from 'node:crypto'
import { spawn, execFile, execFileSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const execute = promisify(execFile)
const readme = await readFile(join(root, 'README.md'), 'utf8')
const shellBlocks = codeBlocks('bash')

/** The commands that take seconds, each as printed, or with less of the same. */
const here: Record<string, string | undefined> = {
  'npm run generate': undefined,
  'npm run generate -- --check': 'npm run generate && npm run generate -- --check',
  'npm run spec:new -- <model-id>': undefined,
  'npm run spec:types': undefined,
  'npm run format': undefined,
  'npx oxfmt packages/client': undefined,
  'npx oxlint packages/client': undefined,
  'npx vitest run --config test/vitest.config.ts packages/client/test/journal':
    'npx vitest run --config test/vitest.config.ts packages/client/test/journal-lock',
  'npm test -- packages/client': 'npm test -- packages/validation/test/migrate.test.ts',
  'npm test -- --sequence.shuffle': 'npm test -- packages/validation/test/migrate.test.ts --sequence.shuffle',
  'npm run simulate -- --seed 7 --steps 20000': 'npm run simulate -- --seed 7 --steps 300',
}

/** What takes minutes, waits for changes or publishes, and the step of the gate or the file that runs it. */
const elsewhere: Record<string, string> = {
  '.ci/run': 'the gate itself',
  '.ci/run --all': 'the workflow, at each push',
  'npm ci': 'the step "install, as in the README"',
  'npm test': 'the step "tests, as in the README"',
  'npm test --': 'what the two above name with a path',
  'npm run test:system': 'the step "system tests"',
  'npm run test:all': 'two steps of the gate in one',
  'npm run test:watch': 'packages/workspace/test/watch.test.ts',
  'npm run dev': 'packages/workspace/test/watch.test.ts',
  'npm run types': 'the step "lint, and types of the tests"',
  'npm run build': 'the step "packages, built for release"',
  'npm run packages -- release': 'the step "packages, and a release"',
  'npm run release': 'the same step, with a registry on loopback',
  'npm config set <registry>:_authToken <token>': 'by hand: it names a token of npm',
  'npm run generate -- --watch': 'generator/test/command.system.test.ts',
  'npm run spec:import -- <openapi.json> <operation>': 'generator/test/import/import-model.system.test.ts',
  'npm run fuzz -- hostile': 'packages/service/test/fuzz/hostile.system.test.ts',
  'npm run fuzz -- money': 'packages/service/test/fuzz/money.system.test.ts',
  'npm run bench': 'the tests named bench.system.test.ts, a part at a time',
  'npm run bench -- generate 28 1000': 'by hand: it takes minutes',
  'npm run guards': 'test/guards/guards.test.ts',
  'npm run guards -- sqlite': 'test/guards/guards.test.ts',
  'npm run mutation -- download': 'by hand: it takes minutes',
  'npm run mutation -- --at packages/service/src/run/engine/submitter.ts:145,322': 'by hand: it takes minutes',
  'npm run mutation -- --since origin/main': 'by hand: it takes minutes',
  'node test/mutation/change.mjs': 'the step "what tests notice of the change"',
  'node test/mutation/change.mjs <commit>': 'the same step, by the last commit',
  'npm run simulate -- --seed 7 --steps 100000': 'here, with fewer steps',
  'node test/consumers/run.mjs messages': 'the step "consumers"',
  'node test/consumers/run.mjs upstream': 'the step "consumers"',
  'model-tasks-service fake <protocol>': 'packages/service/test/guide.system.test.ts',
  'model-tasks-service upstreams prove <file>': 'packages/service/test/prove.system.test.ts',
  'npm test -- test/upstreams': 'the tests of the gate',
  'npm test -- packages/site': 'the tests of the gate',
  'npm test -- packages/service/test/migrations -u': 'the tests of the gate, without writing',
  'npm test -- test/faults/upstreams': 'the tests of the gate',
  'npm test -- test/faults/rolling-upgrade': 'the tests of the gate',
  'MODEL_TASKS_LONG=1 npm test -- test/faults': 'by hand: it takes an hour; the gate makes the short rounds',
}

let count = 0
let folder: string
let service: ChildProcess
let environment: NodeJS.ProcessEnv

/**
 * A copy of the checkout as git would hand it to a newcomer: nothing built. What `npm ci` installs is linked: the gate
 * begins with that command in the checkout, and a second installation would take as much as the rest of this.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-readme-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of new Set(files.split('\0').filter((name) => name !== ''))) {
    await cp(join(root, file), join(folder, file)).catch(ignoreDeleted)
  }
  const [, start = ''] = /^npm ci && (.+)\n$/.exec(block('npm start')) ?? []
  if (start === '') throw new Error('The README no longer installs and starts with "npm ci && …".')
  for (const modules of ['node_modules', 'test/node_modules'].filter((path) => existsSync(join(root, path))))
    await execute('cp', ['-a', '--reflink=auto', join(root, modules), join(folder, modules)])
  const port = await freePort()
  const { MODEL_TASKS_BASE_URL: _url, MODEL_TASKS_API_KEY: _key, ...inherited } = process.env
  environment = { ...inherited, MODEL_TASKS_PORT: String(port) }
  service = spawn('bash', ['-ec', start], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await answers(service, start, `http://127.0.0.1:${port}/`)
})

afterAll(async () => {
  if (service?.pid !== undefined && service.exitCode === null) {
    const ended = new Promise((resolve) => service.once('close', resolve))
    process.kill(-service.pid, 'SIGTERM')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

describe('the README, as printed', () => {
  test('the two commands of the second terminal write a video and an image', async () => {
    await shell(block('--out boat.mp4'))

    const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(join(folder, 'boat.mp4')) })
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    expect(video).toMatchObject({ codec: 'avc', displayWidth: 1280, displayHeight: 720 })
    expect(audio).toMatchObject({ codec: 'aac' })
    expect(await video?.computeDuration()).toBeCloseTo(5, 2)

    const image = await sharp(join(folder, 'boat.png')).metadata()
    expect(image).toMatchObject({ format: 'png', width: 2048, height: 2048 })
  })

  test('the program submits, waits and downloads', async () => {
    const [source] = codeBlocks('ts')
    const { code } = await transform(source ?? '', { loader: 'ts', format: 'esm' })
    await writeFile(join(folder, 'program.mjs'), code)
    const credentials = JSON.parse(await readFile(join(folder, 'data/local-credentials.json'), 'utf8')) as {
      baseUrl: string
      apiKey: string
    }
    const env = { ...environment, MODEL_TASKS_BASE_URL: credentials.baseUrl, MODEL_TASKS_API_KEY: credentials.apiKey }
    await execute(process.execPath, ['program.mjs'], { cwd: folder, env })
    expect((await readFile(join(folder, 'clip.mp4'))).subarray(4, 8).toString('latin1')).toBe('ftyp')
  })

  test('adding a model takes one file', async () => {
    await shell(block('spec:new'))
    const { modelIds } = (await import(join(folder, 'generated/spec/index.js'))) as { modelIds: string[] }
    expect(modelIds).toContain('my-model')
  })
})

describe('what CONTRIBUTING.md and AGENTS.md tell to run', () => {
  test('each command is run here, or by what is named for it', async () => {
    const printed = new Set((await Promise.all(['CONTRIBUTING.md', 'AGENTS.md'].map(commandsOf))).flat())
    const known = new Set([...Object.keys(here), ...Object.keys(elsewhere)])
    expect([...printed].filter((command) => !known.has(command))).toEqual([])
    expect([...known].filter((command) => !printed.has(command))).toEqual([])
    const files = Object.values(elsewhere).flatMap((text) => /^[\w./-]+\.(?:ts|mjs)/.exec(text) ?? [])
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  // Some twenty commands one after the other, beside the other steps of the gate: minutes, and more on a slow machine.
  test('in the order in which it is printed, and in another one', { timeout: 1_800_000 }, async () => {
    const seed = Number(process.env['MODEL_TASKS_ORDER'] ?? Date.now() % 1000)
    const commands = Object.entries(here).map(([printed, less]) => less ?? printed)
    // Once more those that write what the others read.
    const writing = commands.filter((command) => /generate|spec:|format|oxfmt/.test(command))
    const shuffled = writing.sort((one, other) => place(one, seed) - place(other, seed))
    for (const command of [...commands, ...shuffled])
      await shell(command.replace('<model-id>', `contributed-${(count += 1)}`)).catch((error: unknown) => {
        throw new Error(`after the order MODEL_TASKS_ORDER=${seed}: ${command}`, { cause: error })
      })
    // Nothing is stale, and the service that ran beside it all still answers.
    await shell('npm run --silent generate && npm run --silent generate -- --check')
    await shell(block('--out boat.mp4').replaceAll('boat.', 'again.'))
  })
})

test.each(['README.md', 'CONTRIBUTING.md'])('every link of %s leads to a file', async (name) => {
  const text = await readFile(join(root, name), 'utf8')
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '')
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
})

function codeBlocks(language: string): string[] {
  return [...readme.matchAll(new RegExp('```' + language + '\n([\\s\\S]*?)```', 'g'))].map((match) => match[1] ?? '')
}

function block(containing: string): string {
  const found = shellBlocks.find((text) => text.includes(containing))
  if (found === undefined) throw new Error(`The README has no shell block with "${containing}".`)
  return found
}

/** The commands that a text tells to run: in its blocks for a shell, and between backticks. */
async function commandsOf(name: string): Promise<string[]> {
  const text = await readFile(join(root, name), 'utf8')
  const lines = [...text.matchAll(/```bash\n([\s\S]*?)```/g)].flatMap(([, lines = '']) => lines.split('\n'))
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words)
  const command = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|\.ci\/run|model-tasks-service)(?: |$)/
  return [...lines, ...quoted].map((line) => line.replace(/\s+#.*$/, '').trim()).filter((line) => command.test(line))
}

/** Where something stands in the order of a seed. */
function place(text: string, seed: number): number {
  return createHash('sha256').update(`${seed} ${text}`).digest().readUInt32BE()
}

async function shell(commands: string): Promise<void> {
  await execute('bash', ['-ec', commands], { cwd: folder, env: environment })
}

async function answers(child: ChildProcess, command: string, url: string): Promise<void> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += String(chunk)
  })
  child.stderr?.on('data', (chunk) => {
    output += String(chunk)
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`"${command}" ended with ${child.exitCode}:\n${output}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

/** A tracked file may be deleted in the working tree. */
function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
