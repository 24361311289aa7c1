import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyOfTree } from './copy.js'

const id = 'omega-1.0'
const root = new URL('../..', import.meta.url).pathname
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
  expect(node('generator/dist/new/main.js', id, '--kind', 'image')).toMatchObject({ status: 0 })
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
  expect(node('generator/dist/main.js')).toMatchObject({ status: 0, err: '' })
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
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
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

  test('the OpenAPI document, the JSON Schemas, the vectors and the docs', async () => {
    expect(await text('generated/openapi.json')).toContain(`"${id}"`)
    expect(JSON.parse(await text(`generated/json-schema/${id}.schema.json`))).toMatchObject({
      properties: { mood: { enum: ['calm', 'wild'] } },
    })
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
