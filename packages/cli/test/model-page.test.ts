import type { ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/media'
import { checkRequest } from '@model-tasks/validation'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../src/models/catalogue.js'
import { describeModel, startingCommand } from '../src/models/model-page.js'
import { readRequest } from '../src/request/words.js'
import { Readable } from 'node:stream'
import { createPaint } from '../src/terminal/paint.js'

describe('the page of every model', () => {
  test.each(catalogue().models.map((model) => [model.id, model] as const))('%s', async (id, model) => {
    const { limits } = await loaders[model.id as ModelId]()
    const page = describeModel(model, limits, 'model-tasks', createPaint(false))
    for (const { phrase } of Object.values(limits).flat()) expect(page).toContain(phrase.en)
    for (const { name } of model.parameters) expect(page).toMatch(new RegExp(`^${name} `, 'm'))
    const command = ['model-tasks', ...startingCommand(model)].join(' ')
    expect(page).toContain(command)
    expect(page).not.toMatch(/undefined|\[object/)
    const words = [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''))
    const { body } = await readRequest(words.slice(2, words.indexOf('--out')), { stream: Readable.from([]) }, [])
    expect(body.model).toBe(id)
    expect((await checkRequest(body)).ok).toBe(true)
  })
})
