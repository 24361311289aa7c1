import { modelIds, type ModelId } from '@model-tasks/spec'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { registerSchema, validate as compileHyperjump, type SchemaObject } from '@hyperjump/json-schema/draft-2020-12'
import { beforeAll, describe, expect, test } from 'vitest'
import { readJson, vectorsOf } from './verdict.js'

const options = { allErrors: false, strictTypes: false } as const
const draft2020 = new Ajv2020(options)
const draft07 = new Ajv(options)

type Verdict = (id: ModelId, body: unknown) => boolean

const hyperjump = new Map<ModelId, (body: never) => { valid: boolean }>()
beforeAll(async () => {
  for (const id of modelIds) {
    const uri = `https://model-tasks.example/${id}`
    registerSchema(readJson<SchemaObject>(`json-schema/${id}.schema.json`), uri)
    hyperjump.set(id, await compileHyperjump(uri))
  }
})

const submit2020 = draft2020.compile(readJson('json-schema/submit.schema.json'))
const submit07 = draft07.compile(readJson('json-schema/draft-07/submit.schema.json'))
const compiled2020 = new Map(modelIds.map((id) => [id, draft2020.compile(readJson(`json-schema/${id}.schema.json`))]))
const compiled07 = new Map(
  modelIds.map((id) => [id, draft07.compile(readJson(`json-schema/draft-07/${id}.schema.json`))]),
)

const oracles: Record<string, Verdict> = {
  'ajv, 2020-12': (id, body) => compiled2020.get(id)!(body),
  'ajv, draft-07': (id, body) => compiled07.get(id)!(body),
  'ajv on the schema of all models': (_, body) => submit2020(body),
  'ajv on the draft-07 schema of all models': (_, body) => submit07(body),
  '@hyperjump/json-schema': (id, body) => hyperjump.get(id)!(body as never).valid,
}

describe.each(Object.entries(oracles))('%s', (_name, verdict) => {
  test.each(modelIds.map((id) => [id] as const))('agrees with the vectors of %s', (id) => {
    for (const { id: name, body, valid, schema } of vectorsOf(id))
      expect(verdict(id, body), name).toBe(schema === false ? true : valid)
  })
})

test('bodies that name no model are rejected by the schema of all models', () => {
  for (const { id, body, valid } of vectorsOf('request')) {
    expect(submit2020(body), id).toBe(valid)
    expect(submit07(body), id).toBe(valid)
  }
})

test('the Task schemas accept what a service may answer', () => {
  for (const ajv of [
    draft2020.compile(readJson('json-schema/task.schema.json')),
    draft07.compile(readJson('json-schema/draft-07/task.schema.json')),
  ]) {
    const task = { id: 'a', object: 'video', created: 1, model: 'm', status: 'queued' }
    expect(ajv(task)).toBe(true)
    expect(ajv({ ...task, status: 'paused', object: 'model3d', error: null, progress: '10%', extra: {} })).toBe(true)
    expect(ajv({ ...task, id: 1 })).toBe(false)
    expect(ajv({ id: 'a' })).toBe(false)
  }
})
