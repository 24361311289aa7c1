import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRenderer, RenderFailedError, type Renderer, type RendererOptions } from '@model-tasks/sandbox'
import { probeVideoFile } from './probe.js'

let directory: string
const open: Renderer[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'model-tasks-sandbox-'))
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((renderer) => renderer.close()))
  await rm(directory, { recursive: true, force: true })
})

function renderer(options?: RendererOptions): Renderer {
  const made = createRenderer(options)
  open.push(made)
  return made
}

const boat = (taskId: string, parameters = {}) => ({
  taskId,
  model: 'sd_2.0_discount',
  kind: 'video' as const,
  parameters: { prompt: 'A paper boat at dusk', duration: 4, resolution: '480p', ...parameters },
})

/** A module that stands in for the one that draws. */
async function childModule(body: string): Promise<URL> {
  const path = join(directory, `child-${Math.random().toString(36).slice(2)}.mjs`)
  await writeFile(path, body)
  return pathToFileURL(path)
}

describe('rendering', () => {
  it('writes the file under the id of its task and reports growing progress', async () => {
    const progress: number[] = []
    const file = await renderer().render(boat('task_1'), {
      directory: join(directory, 'made'),
      onProgress: (fraction) => progress.push(fraction),
    })
    expect(file).toMatchObject({
      path: join(directory, 'made', 'task_1.mp4'),
      contentType: 'video/mp4',
      width: 854,
      height: 480,
      seconds: 4,
    })
    expect((await stat(file.path)).size).toBe(file.bytes)
    expect(await readdir(join(directory, 'made'))).toEqual(['task_1.mp4'])
    expect(progress.length).toBeGreaterThan(10)
    expect(progress).toEqual([...progress].sort((one, other) => one - other))
    expect(progress.at(-1)).toBe(1)
  })

  it('takes the values of parameters that are left out from the defaults', async () => {
    const file = await renderer({
      defaults: { epsilonO3: { resolution: '480p', duration: 3, generate_audio: false } },
    }).render({ taskId: 'task_2', model: 'epsilonO3', kind: 'video', parameters: { prompt: 'x' } }, { directory })
    expect(await probeVideoFile(file.path)).toMatchObject({ height: 480, seconds: 3 })
    expect((await probeVideoFile(file.path)).audio).toBeUndefined()
  })

  it('refuses an id that cannot name a file', async () => {
    for (const taskId of ['../escape', 'a/b', '', '..'])
      await expect(renderer().render(boat(taskId), { directory })).rejects.toThrow('cannot name a file')
  })
})

describe('directives', () => {
  it('fails as the prompt asks', async () => {
    const failed = renderer().render(boat('task', { prompt: 'A boat [[fail: invalid media type]]' }), { directory })
    await expect(failed).rejects.toThrow(new RenderFailedError('invalid media type'))
    expect(await readdir(directory)).toEqual([])
  })

  it('waits as long as the prompt asks before it fails or draws', async () => {
    const waits: number[] = []
    const made = renderer({ wait: async (milliseconds) => void waits.push(milliseconds) })
    await expect(made.render(boat('task', { prompt: '[[delay: 20s]] [[fail: late]]' }), { directory })).rejects.toThrow(
      'late',
    )
    expect(waits).toEqual([20_000])
  })

  it('stops waiting when it is aborted', async () => {
    const controller = new AbortController()
    const waiting = renderer().render(boat('task', { prompt: '[[delay: 10min]]' }), {
      directory,
      signal: controller.signal,
    })
    controller.abort(new Error('cancelled by the client'))
    await expect(waiting).rejects.toThrow('cancelled by the client')
  })
})

describe('the drawing process', () => {
  it('is stopped at once by an abort, leaves nothing behind, and the next render works', async () => {
    const made = renderer({ concurrency: 1 })
    const controller = new AbortController()
    const begun = new Promise<void>((resolve, reject) => {
      made
        .render(boat('long', { duration: 15, resolution: '1080p' }), {
          directory,
          signal: controller.signal,
          onProgress: () => resolve(),
        })
        .catch((error: unknown) => {
          aborted = error
          reject(new Error('ended before it began'))
        })
    })
    let aborted: unknown
    await begun
    controller.abort(new Error('cancelled by the client'))
    const next = await made.render(boat('next'), { directory })
    expect(aborted).toEqual(new Error('cancelled by the client'))
    // Had it been waited for, its file would be there too.
    expect(await readdir(directory)).toEqual(['next.mp4'])
    expect(next.bytes).toBeGreaterThan(1000)
  })

  it('fails one render when it dies, with a message that says so, and starts again for the next', async () => {
    const module = await childModule(`
      process.on('message', ({ name }) => {
        if (name === 'fatal') process.kill(process.pid, 'SIGSEGV')
        else process.send({ kind: 'done', file: { path: String(process.pid) } })
      })`)
    const made = renderer({ concurrency: 1, childModule: module })
    const first = await made.render(boat('one'), { directory })
    expect(await made.render(boat('two'), { directory })).toEqual(first)
    await expect(made.render(boat('fatal'), { directory })).rejects.toThrow(
      /^the sandbox's drawing process stopped \(SIGSEGV\) before the file was finished; submit the task again$/u,
    )
    expect((await made.render(boat('three'), { directory })).path).not.toBe(first.path)
  })

  it('names the package that is missing', async () => {
    await cp(new URL('../dist/', import.meta.url), join(directory, 'alone'), { recursive: true })
    await writeFile(join(directory, 'alone', 'package.json'), '{ "type": "module" }')
    const made = renderer({ childModule: pathToFileURL(join(directory, 'alone', 'child.js')) })
    await expect(made.render(boat('task'), { directory })).rejects.toThrow(
      /^the sandbox needs the package (sharp|mediabunny|@napi-rs\/webcodecs); install it beside @model-tasks\/sandbox$/u,
    )
  })

  it('names the codecs that are missing for both pictures and sound', async () => {
    const alone = join(directory, 'without-codecs')
    await cp(new URL('../dist/', import.meta.url), alone, { recursive: true })
    await cp(new URL('../fonts/', import.meta.url), join(directory, 'fonts'), { recursive: true })
    await writeFile(join(alone, 'package.json'), '{ "type": "module" }')
    await mkdir(join(alone, 'node_modules'))
    for (const name of ['sharp', 'mediabunny'])
      await symlink(new URL(`../../../node_modules/${name}`, import.meta.url), join(alone, 'node_modules', name))
    const made = renderer({ childModule: pathToFileURL(join(alone, 'child.js')) })
    for (const name of ['one', 'two'])
      await expect(made.render(boat(name), { directory })).rejects.toThrow(
        /^the sandbox needs the package @napi-rs\/webcodecs; install it beside @model-tasks\/sandbox$/u,
      )
  })

  it('passes on why drawing failed', async () => {
    const made = renderer({
      childModule: await childModule(
        `process.on('message', () => process.send({ kind: 'failed', message: 'no room on the disk' }))`,
      ),
    })
    await expect(made.render(boat('task'), { directory })).rejects.toThrow(new RenderFailedError('no room on the disk'))
  })

  it('draws no more files at once than it may', async () => {
    const module = await childModule(
      `process.on('message', ({ name }) => setImmediate(() => process.send({ kind: 'done', file: { path: String(process.pid) } })))`,
    )
    const made = renderer({ concurrency: 2, childModule: module })
    const files = await Promise.all(
      Array.from({ length: 12 }, (_, index) => made.render(boat(`task_${index}`), { directory })),
    )
    expect(new Set(files.map((file) => file.path)).size).toBeLessThanOrEqual(2)
  })

  it('does not keep the process that uses it alive, idle or closed', async () => {
    const script = join(directory, 'script.mjs')
    const entry = new URL('../dist/index.js', import.meta.url).href
    await writeFile(
      script,
      `
      import { createRenderer } from ${JSON.stringify(entry)}
      const renderer = createRenderer()
      await renderer.render(${JSON.stringify(boat('idle'))}, { directory: ${JSON.stringify(directory)} })
      if (process.argv[2] === 'close') await renderer.close()
      console.log('ready')`,
    )
    for (const mode of ['close', 'idle']) {
      const { stdout } = await promisify(execFile)(process.execPath, [script, mode])
      expect(stdout).toBe('ready\n')
    }
  })

  it('ends quietly in the middle of a file when the process that uses it is killed', async () => {
    const script = join(directory, 'script.mjs')
    const entry = new URL('../dist/index.js', import.meta.url).href
    // Each frame of these is reported, and takes long enough to draw for the killed process to be gone by then.
    await writeFile(
      script,
      `
      import { createRenderer } from ${JSON.stringify(entry)}
      createRenderer().render(${JSON.stringify(boat('orphan', { duration: 2, resolution: '1080p' }))}, { directory: ${JSON.stringify(directory)}, onProgress: () => process.kill(process.pid, 'SIGKILL') })`,
    )
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    parent.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    // The drawing process holds the stream too, so that it closes when both have ended.
    await new Promise((resolve) => parent.once('close', resolve))
    expect(said).toBe('')
    expect(await readdir(directory)).toEqual(['script.mjs'])
  })

  it('alone loads the media libraries', async () => {
    const script = `await import(${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)}); console.log(JSON.stringify(process.report.getReport().sharedObjects))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      maxBuffer: 16e6,
    })
    expect(JSON.parse(stdout)).not.toEqual([])
    expect(stdout).not.toMatch(/sharp|vips|webcodecs/u)
  })

  it('renders nothing after it is closed', async () => {
    const made = renderer()
    await made.close()
    await expect(made.render(boat('task'), { directory })).rejects.toThrow('the renderer is closed')
  })
})
