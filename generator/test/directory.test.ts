import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { IntegerParameter } from '../catalogue.js'
import { directoryEntry } from '../directory.js'
import { emitArazzo } from '../emit/arazzo.js'
import { catalogue, document31, object } from './openapi/documents.js'

const entry = (id: string) => directoryEntry(catalogue.models.find((model) => model.id === id)!)

test('a directory lists what a request can choose', () => {
  expect(entry('epsilonO3')).toMatchObject({
    name: 'epsilon O3 Video Generation',
    architecture: { input_modalities: ['text', 'image'], output_modalities: ['video'] },
    supported_durations: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    supported_resolutions: ['720p', '1080p'],
    supported_aspect_ratios: ['16:9', '9:16', '1:1'],
    supported_frame_images: ['first_frame', 'last_frame'],
    generate_audio: true,
    seed: false,
    inputs: [
      { parameter: 'reference_images', type: 'image', min_items: 0, max_items: 3 },
      { parameter: 'first_image', type: 'image', min_items: 0, max_items: 1 },
      { parameter: 'last_image', type: 'image', min_items: 0, max_items: 1 },
    ],
    available: true,
  })
  expect(entry('videos_900_720p-c1').supported_durations).toEqual([15])
  expect(entry('alpha_1_5_pro_720p').supported_aspect_ratios).toContain('keep_ratio')
  expect(entry('zeta-H3_933_1080p')).toMatchObject({ available: false, reason: 'brand_model_missing' })
})

test('durations are those that every limit accepts', () => {
  const model = catalogue.models.find(({ id }) => id === 'epsilonO3')!
  const duration = model.parameters.find(({ name }) => name === 'duration') as IntegerParameter
  const limited = { ...duration, minimum: 3, maximum: 15, multipleOf: 3, exclusiveMaximum: 15 }
  expect(directoryEntry({ ...model, parameters: [limited] }).supported_durations).toEqual([3, 6, 9, 12])
})

test('and null, not a guess, where nothing is shown', () => {
  expect(entry('sd_2.0_special')).toMatchObject({
    supported_durations: null,
    supported_resolutions: null,
    supported_frame_images: null,
    generate_audio: null,
    seed: null,
    supported_parameters: null,
    inputs: null,
  })
})

test('the Arazzo document calls operations that exist, with the interval of the interface', () => {
  const [file] = emitArazzo(catalogue)
  const document = object(parse(file!.content))
  const operations = Object.values(object(document31['paths'])).flatMap((item) =>
    Object.values(object(item)).map((operation) => object(operation)['operationId']),
  )
  const steps = (document['workflows'] as unknown[]).flatMap((each) => object(each)['steps'] as unknown[]).map(object)
  for (const { operationId } of steps) if (operationId !== undefined) expect(operations).toContain(operationId)
  for (const workflow of document['workflows'] as unknown[])
    expect(object(workflow)['steps']).toMatchObject([{ stepId: 'submit' }, { stepId: 'poll' }, { stepId: 'download' }])
  expect(steps[1]).toHaveProperty('onFailure.1.retryAfter', catalogue.service.polling.minimumSeconds)
  expect(steps[0]).not.toHaveProperty('onFailure')
})
