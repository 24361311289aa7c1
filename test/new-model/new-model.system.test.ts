import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyOfTree } from './copy.js'

const id = 'omega-1.0'
const root = fileURLToPath(new URL('../..', import.meta.url))
let copy: string

function node(...words: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', MODEL_TASKS_BASE_URL: '', MODEL_TASKS_API_KEY: '' },
  })
  return { status, out: stdout, err: stderr }
}

const text = (path: string): Promise<string> => readFile(join(copy, path), 'utf8')

beforeAll(async () => {
  copy = await copyOfTree(root)
  expect(node('packages/workspace/bin/generator.js', 'new', id, '--kind', 'image')).toMatchObject({ status: 0 })
  const path = join(copy, `spec/models/${id}.schema.json`)
  const model = JSON.parse(await readFile(path, 'utf8')) as { properties: Record<string, unknown> }
  model.properties.mood = {
    type: 'string',
    enum: ['calm', 'wild'],
    default: 'calm',
    description: 'The mood of the picture.',
    'x-source': { section: id, item: 'mood' },
  }
  await writeFile(path, JSON.stringify(model))
  await cp(join(root, 'generator/test/kinds/every-kind.schema.json'), join(copy, 'spec/models/every-kind.schema.json'))
  expect(node('packages/workspace/bin/generator.js', 'main')).toMatchObject({ status: 0, err: '' })
})

test('the generator is bundled again when a package of it is another one', async () => {
  const bundles = (): Promise<string[]> => readdir(join(copy, 'generator/dist/bundled'))
  const before = await bundles()
  await writeFile(join(copy, 'package-lock.json'), `${await text('package-lock.json')}\n`)
  expect(node('packages/workspace/bin/generator.js', 'main', '--help')).toMatchObject({ status: 0 })
  expect(await bundles()).toHaveLength(before.length + 1)
})

afterAll(() => rm(copy, { recursive: true, force: true }))

describe('a model added as one JSON file, with no other edit, is known to', () => {
  test('the types', async () => {
    await writeFile(
      join(copy, 'use.ts'),
      `
import { ModelTasks } from '@model-tasks/client'
const client = new ModelTasks({ baseUrl: 'http://127.0.0.1', apiKey: 'k' })
void client.submit('${id}', { prompt: 'a boat', mood: 'wild' })
// @ts-expect-error not offered
void client.submit('${id}', { prompt: 'a boat', mood: 'Wild' })
// @ts-expect-error no such parameter
void client.submit('${id}', { prompt: 'a boat', duration: 5 })
`,
    )
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    expect(
      node(
        compiler,
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--types',
        'node',
        'use.ts',
      ),
    ).toMatchObject({ status: 0, out: '' })
  })

  test('the validator', () => {
    const script = `import { checkRequest } from '@model-tasks/validation'
const reports = [await checkRequest({ model: '${id}', prompt: 'a boat', mood: 'wild' }), await checkRequest({ model: '${id}', prompt: 'a boat', mood: 'Wild' })]
console.log(JSON.stringify(reports))`
    const [good, bad] = JSON.parse(node('--input-type=module', '-e', script).out) as {
      ok: boolean
      findings: unknown[]
    }[]
    expect(good).toMatchObject({ ok: true, findings: [] })
    expect(bad).toMatchObject({ ok: false, findings: [{ rule: 'enum', path: '/mood', suggestion: 'wild' }] })
  })

  test('findings on what was renamed, is retired or beyond a limit that applies now, in both languages', () => {
    const script = `import { checkRequest } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
const body = { model: 'every-kind', prompt: 'a boat', camera: { angle: 1 }, voice: 'https://example.com/a.mp3' }
const [before, after] = [Date.UTC(2026, 11, 31), Date.UTC(2027, 0, 1)]
const first = ({ ok, findings }, rule) => ({ ok, ...findings.find((finding) => finding.rule === rule) })
console.log(JSON.stringify([
  first(await checkRequest({ ...body, model: 'any-kind' }), 'model-unknown'),
  first(await checkRequest({ ...body, avoid: 'rain' }, { now: before }), 'unknown-parameter'),
  await checkRequest({ ...body, avoid: 'rain' }, { as: 'every-kind', now: before }),
  first(await checkRequest(body, { now: before }), 'model-deprecated'),
  first(await checkRequest(body, { now: after }), 'model-retired'),
  first(await checkRequest(body, { now: after, language: chinese }), 'model-retired'),
  first(await checkRequest({ ...body, steps: 40 }, { now: before }), 'limit-upcoming'),
  first(await checkRequest({ ...body, steps: 40 }, { now: after }), 'limit-effective'),
  await checkRequest({ ...body, avoid: 'rain' }, { as: 'every-kind', now: before, language: chinese }),
  first(await checkRequest({ ...body, voice: undefined }, { now: before }), 'voice-or-masks'),
]))`
    expect(JSON.parse(node('--input-type=module', '-e', script).out)).toMatchObject([
      { ok: false, suggestion: 'every-kind', message: 'model: "any-kind" was renamed to every-kind; send that' },
      { ok: false, suggestion: 'negative_prompt', message: 'avoid: was renamed to negative_prompt' },
      {
        request: { negative_prompt: 'rain' },
        changes: [
          { kind: 'renamed', from: 'avoid', to: 'negative_prompt', message: 'avoid is named negative_prompt there' },
        ],
      },
      { ok: true, severity: 'advice' },
      {
        ok: false,
        severity: 'error',
        suggestion: 'sd_2.0_discount',
        message: 'model: every-kind was retired on 2027-01-01; use sd_2.0_discount instead',
      },
      { ok: false, message: 'model：every-kind 已于 2027-01-01 停用；请改用 sd_2.0_discount' },
      { ok: true, message: 'steps: is accepted until 2027-01-01; from then on use at most 30' },
      { ok: false, message: 'steps: is no longer accepted since 2027-01-01; use at most 30' },
      { changes: [{ message: 'avoid 在该模型中名为 negative_prompt' }] },
      { ok: false, path: '/voice', message: 'voice: send a voice or masks, and not both' },
    ])
  })

  test('the OpenAPI document, the JSON Schemas, the vectors and the docs', async () => {
    expect(await text('generated/openapi.json')).toContain(`"${id}"`)
    expect(JSON.parse(await text(`generated/json-schema/${id}.schema.json`))).toMatchObject({
      properties: { mood: { enum: ['calm', 'wild'] } },
    })
    // A rule of it asks for one of two parameters that are not required.
    expect(JSON.parse(await text('generated/vectors/every-kind.json'))).toContainEqual(
      expect.objectContaining({
        id: 'minimal',
        valid: true,
        body: expect.objectContaining({ voice: expect.anything() }),
      }),
    )
    expect(JSON.parse(await text(`generated/vectors/${id}.json`))).toContainEqual(
      expect.objectContaining({ valid: false, findings: [expect.objectContaining({ rule: 'enum', path: '/mood' })] }),
    )
    expect(await text(`generated/docs/models/${id}.md`)).toContain('mood')
  })

  test('the terminal', () => {
    expect(node('packages/cli/bin/model-tasks.js', 'models').out).toContain(id)
    expect(node('packages/cli/bin/model-tasks.js', 'models', 'show', id).out).toContain('mood')
    expect(node('packages/cli/bin/model-tasks.js', 'check', id, 'prompt=a boat', 'mood=calm').status).toBe(0)
    expect(node('packages/cli/bin/model-tasks.js', 'check', id, 'prompt=a boat', 'mood=sad').status).toBe(3)
  })

  test("the service's door", async () => {
    const service = spawn(process.execPath, ['packages/service/bin/model-tasks-service.js'], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: join(copy, 'data') },
    })
    try {
      const { baseUrl, apiKey } = await credentials(service)
      const submit = (body: object): Promise<Response> =>
        fetch(`${baseUrl}/v2/model-center/tasks`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        })
      const refused = await submit({ model: id, prompt: 'a boat', mood: 'sad' })
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({
        findings: [{ rule: 'enum', path: '/mood', allowed: ['calm', 'wild'] }],
      })
      const accepted = await submit({ model: id, prompt: 'a boat', mood: 'wild' })
      expect(accepted.status).toBe(200)
      expect(await accepted.json()).toMatchObject({ object: 'image', model: id })
      const { data } = (await (
        await fetch(`${baseUrl}/v2/model-center/models`, { headers: { authorization: `Bearer ${apiKey}` } })
      ).json()) as { data: { id: string }[] }
      expect(data.map((model) => model.id)).toContain(id)
    } finally {
      service.kill()
      await once(service, 'exit')
    }
  })
})

/** Waits for the first start to print its address and key, and reads both from where it leaves them. */
async function credentials(service: ChildProcess): Promise<{ baseUrl: string; apiKey: string }> {
  const file = join(copy, 'data/local-credentials.json')
  if (service.stdout === null) throw new Error('the service has no output')
  for await (const line of createInterface(service.stdout)) {
    if (line.includes('http://') && existsSync(file)) break
  }
  service.stdout.resume()
  return JSON.parse(await readFile(file, 'utf8')) as { baseUrl: string; apiKey: string }
}
