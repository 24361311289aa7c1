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
  await execute('cp', ['-a', '--reflink=auto', join(root, 'node_modules'), folder])
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
