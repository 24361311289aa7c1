import { expect, test } from 'vitest'
import type { Catalogue, Model, ModelKind, TaskField } from '../../catalogue.js'
import { emitModelDocs } from '../../emit/docs.js'
import { exampleTask } from '../../emit/openapi/answer-examples.js'
import { openapiFrame } from '../../emit/openapi/document.js'
import { catalogue, object } from './documents.js'

const template = catalogue.models.find(({ id }) => id === 'gamma-1.1-t2v')!
const madeUp = (kind: ModelKind): Model => ({ ...template, id: `any-${kind}`, codegenName: `Any${kind}`, kind })
const audioUrl: TaskField = {
  name: 'audio_url',
  type: 'string',
  description: 'Where the sound is.',
  present: 'completed',
  kind: 'audio',
  extension: true,
  source: { section: 'Task (the only resource)' },
}
const withAudioAndMesh: Catalogue = {
  ...catalogue,
  models: [
    ...catalogue.models.filter(({ kind }) => kind === 'video' || kind === 'image'),
    madeUp('audio'),
    madeUp('mesh'),
  ],
  task: { ...catalogue.task, fields: [...catalogue.task.fields, audioUrl] },
}

test.each<[ModelKind, extension: string, fields: string[]]>([
  ['video', 'mp4', ['result_url', 'video_url']],
  ['image', 'png', ['result_url', 'image_url']],
  ['audio', 'mp3', ['result_url', 'audio_url']],
  // The Task has no field of its own for it.
  ['mesh', 'glb', ['result_url']],
])('a completed task of kind %s ends in .%s and has %j', (kind, extension, fields) => {
  const task = exampleTask(madeUp(kind), 'completed', withAudioAndMesh)
  expect(Object.keys(task).filter((name) => name.endsWith('_url'))).toEqual(fields)
  for (const field of fields) expect(task[field]).toMatch(new RegExp(`\\.${extension}$`))
  expect(task).toMatchObject({ object: kind, model: `any-${kind}`, status: 'completed', error: null })
})

test('no other state has a result', () => {
  for (const status of ['queued', 'processing', 'failed'])
    expect(Object.keys(exampleTask(madeUp('mesh'), status, withAudioAndMesh))).not.toContain('result_url')
})

test('the document shows one completed task of each kind that has a model, by name', () => {
  const shown = (models: Model[]): object => {
    const paths = object(openapiFrame({ ...withAudioAndMesh, models }, 'sent', {})['paths'])
    const { get } = paths['/v2/model-center/tasks/{id}'] as { get: object }
    const answers = JSON.parse(JSON.stringify(get)) as {
      responses: { 200: { content: { 'application/json': { examples: object } } } }
    }
    return answers.responses[200].content['application/json'].examples
  }
  expect(shown(withAudioAndMesh.models)).toMatchObject({
    completed: { summary: 'A completed video task' },
    'completed-image': { value: { model: 'beta-5.0' } },
    'completed-audio': { value: { model: 'any-audio' } },
    'completed-mesh': { summary: 'A completed mesh task', value: { object: 'mesh' } },
  })
  // Where there are no videos, the states are those of what there is.
  expect(Object.keys(shown([madeUp('mesh')]))).toEqual(['processing', 'completed', 'failed'])
  expect(emitModelDocs(madeUp('mesh'), withAudioAndMesh)[0]?.content).toContain('.glb')
})
