import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type BuildResult } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..')

interface Built extends BuildResult<{ write: false; metafile: true }> {
  /** The text of what is loaded at once: the entry and what it imports statically. */
  eager: string
}

/** Bundles a module for browsers as an application would: dynamic imports become files of their own. */
async function bundle(contents: string, splitting = true, from = folder): Promise<Built> {
  const result = await build({
    stdin: { contents, resolveDir: from, sourcefile: 'entry.js' },
    bundle: true,
    minify: true,
    format: 'esm',
    splitting,
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    outdir: join(from, 'out'),
    write: false,
    logLevel: 'silent',
    metafile: true,
    absWorkingDir: from,
  })
  const eager = new Set<string>()
  const visit = (name: string): void => {
    if (eager.has(name)) return
    eager.add(name)
    for (const { path, kind } of result.metafile.outputs[name]?.imports ?? [])
      if (kind === 'import-statement') visit(path)
  }
  visit(
    Object.keys(result.metafile.outputs).find((name) =>
      result.metafile.outputs[name]?.entryPoint?.endsWith('entry.js'),
    ) ?? '',
  )
  const text = [...eager]
    .map((name) => result.outputFiles.find(({ path }) => path === join(from, name))?.text)
    .join('\n')
  return { ...result, eager: text }
}

/** The package as it is published: in a folder beside the build, which stays as the compiler made it. */
let published: string

beforeAll(async () => {
  published = await mkdtemp(join(folder, '.published-'))
  await cp(join(folder, 'package.json'), join(published, 'package.json'))
  await cp(join(folder, 'dist'), join(published, 'dist'), { recursive: true })
  await run(process.execPath, [join(folder, 'bundle.js'), published])
})
afterAll(() => rm(published, { recursive: true }))

describe('the built package', () => {
  it('bundles for a browser without anything of Node, dynamic parts included', async () => {
    const { warnings, outputFiles } = await bundle('export * from "@model-tasks/client"')
    expect(warnings).toEqual([])
    expect(
      outputFiles.filter(({ text }) => /["']node:|\bBuffer\b|require\(/.test(text)).map(({ path }) => path),
    ).toEqual([])
  })

  it('loads a whole run, checking included, as at most 5 files of 10,000 bytes, minified and compressed', async () => {
    const { outputFiles, metafile } = await bundle('export { ModelTasks } from "./dist/index.js"', true, published)
    const loaded = new Set<string>()
    const visit = (name: string): void => {
      if (loaded.has(name)) return
      loaded.add(name)
      for (const { path, kind } of metafile.outputs[name]?.imports ?? []) if (kind === 'import-statement') visit(path)
    }
    for (const part of [/entry\.js$/, /submit\/prepare\.js$/, /validators\/sd_2\.0_discount\.js$/]) {
      const [name] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => part.test(entryPoint ?? '')) ?? []
      expect(name, String(part)).toBeDefined()
      visit(name ?? '')
    }
    const contents = [...loaded].map(
      (name) => outputFiles.find(({ path }) => path === join(published, name))?.contents ?? new Uint8Array(),
    )
    expect(contents.length).toBeLessThanOrEqual(5)
    expect(gzipSync(Buffer.concat(contents), { level: 9 }).length).toBeLessThanOrEqual(10_000)
  })

  it('holds every file that one of its files imports', async () => {
    const files = (await readdir(join(published, 'dist'), { recursive: true })).filter((path) => path.endsWith('.js'))
    expect(files).toContain(join('disk', 'node.js'))
    const script = `for (const file of ${JSON.stringify(files)}) await import('./dist/' + file)`
    await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: published })
  })

  it('ends a download with an internal error that names the file where one is missing', async () => {
    const incomplete = await mkdtemp(join(folder, '.published-'))
    try {
      await cp(published, incomplete, { recursive: true })
      await rm(join(incomplete, 'dist/disk/node.js'))
      const script = `
        const { ModelTasks } = await import('./dist/index.js')
        const client = new ModelTasks({ baseUrl: 'http://127.0.0.1:9/api', apiKey: 'k' })
        await client.task('t1').download('clip.mp4').catch(({ name, code, message, resume, taskId }) =>
          console.log(JSON.stringify({ name, code, message, resume, taskId })))`
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: incomplete })
      const error = JSON.parse(stdout) as Record<string, string>
      expect(error).toMatchObject({ name: 'ModelTasksError', code: 'internal', taskId: 't1' })
      expect(error).not.toHaveProperty('resume')
      expect(error['message']).toMatch(/^task t1: internal error: .*disk.node\.js.*Install @model-tasks\/client again/)
    } finally {
      await rm(incomplete, { recursive: true })
    }
  })

  it('verifies webhooks in at most 1,500 bytes, without the core', async () => {
    const { warnings, eager } = await bundle('export * from "@model-tasks/client/webhooks"')
    expect(warnings).toEqual([])
    expect(eager).not.toMatch(/["']node:|\bBuffer\b|require\(/)
    expect(gzipSync(eager, { level: 9 }).length).toBeLessThanOrEqual(1_500)
  })

  it('leaves out what is not used', async () => {
    const { eager } = await bundle(
      'import { progressFraction } from "@model-tasks/client"; console.log(progressFraction)',
      false,
    )
    expect(eager.length).toBeLessThan(600)
    expect((await bundle('import "@model-tasks/client"', false)).eager.trim()).toBe('')
  })

  it('loads by require, and where no code may be made of text', async () => {
    const script = `
      const { ModelTasks } = require('@model-tasks/client')
      for (const entry of ['batch', 'journal', 'testing', 'media', 'webhooks', 'cost']) require('@model-tasks/client/' + entry)
      const client = new ModelTasks({ baseUrl: 'http://127.0.0.1:9/api', apiKey: 'k' })
      client.submit('sd_2.0_discount', { prompt: '', duration: 99 }).catch(error => console.log(error.name, error.findings.length))`
    const { stdout } = await run(process.execPath, ['--disallow-code-generation-from-strings', '-e', script], {
      cwd: folder,
    })
    expect(stdout.trim()).toBe('RequestInvalidError 2')
  })

  it('reads its address and key from the environment', async () => {
    const script = `
      const { ModelTasks } = await import('@model-tasks/client')
      const attempt = (environment) => {
        Object.assign(process.env, { MODEL_TASKS_BASE_URL: 'https://service.example/api', MODEL_TASKS_API_KEY: 'k' }, environment)
        try { new ModelTasks(); return 'ready' } catch ({ message }) { return message }
      }
      console.log(JSON.stringify([attempt({}), attempt({ MODEL_TASKS_API_KEY: '' }), attempt({ MODEL_TASKS_BASE_URL: 'service.example' })]))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual([
      'ready',
      expect.stringContaining('set apiKey or MODEL_TASKS_API_KEY'),
      expect.stringContaining('set baseUrl or MODEL_TASKS_BASE_URL'),
    ])
  })

  it('calls fetch without a receiver, as workers want it', async () => {
    const { ModelTasks } = await import('@model-tasks/client')
    const receivers: unknown[] = []
    function strict(this: unknown): Promise<Response> {
      receivers.push(this)
      return Promise.resolve(Response.json({ id: 't1', object: 'video', created: 1, model: 'm', status: 'completed' }))
    }
    const client = new ModelTasks({ baseUrl: 'http://service.example/api', apiKey: 'k', fetch: strict })
    await client.run('sd_2.0_discount', { prompt: 'x' })
    expect(receivers).toEqual([undefined])
  })
})
