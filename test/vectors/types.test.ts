import type {
  ImageModelId,
  ImageTask,
  InvocableModelId,
  JsonValue,
  ModelId,
  ModelInput,
  ModelParams,
  SubmitRequest,
  Task,
  TaskOf,
  TaskStatus,
  VideoModelId,
  VideoTask,
} from '@model-tasks/spec'
import { modelIds, models, version } from '@model-tasks/spec'
import catalogue from '@model-tasks/documents/catalogue.json' with { type: 'json' }
import { expect, expectTypeOf, test } from 'vitest'

declare function submit<M extends ModelId>(model: M, input: ModelInput[M]): TaskOf<M>

test('what a caller writes is typed by model', () => {
  // Never run: the compiler is the test.
  const calls = (): void => {
    submit('sd_2.0_discount', { prompt: 'a' })
    submit('sd_2.0_discount', {
      prompt: 'a',
      duration: 5,
      reference_images: ['https://example.com/a.png'],
      tools: [{}],
      seed: -1,
    })
    submit('videos_900_720p-c1', { prompt: 'a', duration: 15 })
    submit('beta_5.0Pro', { prompt: 'a', anything: [1, { at: 'all' }] })
    submit('hh-1.1-r2v-o', { prompt: 'a', reference_images: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] })
    // @ts-expect-error prompt is required
    submit('sd_2.0_discount', {})
    // @ts-expect-error reference_images is required
    submit('hh-1.1-r2v-o', { prompt: 'a' })
    // @ts-expect-error a value of the wrong case
    submit('sd_2.0_discount', { prompt: 'a', resolution: '720P' })
    // @ts-expect-error a value of another model
    submit('gamma-1.1-t2v', { prompt: 'a', resolution: '720p' })
    // @ts-expect-error a parameter of another model
    submit('gamma-1.1-t2v', { prompt: 'a', generate_audio: true })
    // @ts-expect-error a misspelt parameter
    submit('sd_2.0_discount', { prompt: 'a', durration: 5 })
    // @ts-expect-error the wrong type
    submit('sd_2.0_discount', { prompt: 'a', duration: '5' })
    // @ts-expect-error null
    submit('sd_2.0_discount', { prompt: 'a', seed: null })
    // @ts-expect-error only 15
    submit('videos_900_720p-c1', { prompt: 'a', duration: 10 })
    // @ts-expect-error a display name
    submit('epsilon O3 Video Generation', { prompt: 'a' })
  }
  expect(calls).toBeTypeOf('function')
})

test('what is sent has what the client fills in', () => {
  expectTypeOf<ModelParams['sd_2.0_discount']['duration']>().toEqualTypeOf<number>()
  expectTypeOf<ModelInput['sd_2.0_discount']['duration']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<ModelParams['gamma-1.1-t2v']['resolution']>().toEqualTypeOf<'720P' | '1080P'>()
  expectTypeOf<ModelInput['delta3.0-r2v']>().toEqualTypeOf<ModelParams['delta3.0-r2v']>()
  expectTypeOf<ModelInput['sd_2.0_discount']['tools']>().toEqualTypeOf<JsonValue[] | undefined>()
  expectTypeOf<Required<ModelParams['alpha_1_5_pro']>>().toExtend<Record<string, JsonValue>>()
  expectTypeOf<ModelInput['sd_2.0_discount']['reference_images']>().toEqualTypeOf<string[] | undefined>()
  expectTypeOf<{ model: 'gamma-1.1-t2v'; prompt: string; resolution: '720P' }>().toExtend<SubmitRequest>()
  expectTypeOf<{ model: 'gamma-1.1-t2v'; prompt: string }>().not.toExtend<SubmitRequest>()
  expectTypeOf<SubmitRequest<'beta-5.0'>['model']>().toEqualTypeOf<'beta-5.0'>()
})

test('a request narrows by its model', () => {
  const read = (request: SubmitRequest<'sd_2.0_discount' | 'beta-5.0'>): void => {
    if (request.model === 'sd_2.0_discount') expectTypeOf(request.duration).toEqualTypeOf<number>()
    else expectTypeOf(request.size).toEqualTypeOf<string | undefined>()
  }
  expect(read).toBeTypeOf('function')
})

test('tasks carry words and fields that are not known yet', () => {
  expectTypeOf<TaskOf<'beta-5.0'>>().toEqualTypeOf<ImageTask>()
  expectTypeOf<TaskOf<'sd_2.0_discount'>>().toEqualTypeOf<VideoTask>()
  expectTypeOf<TaskStatus>().toEqualTypeOf<'queued' | 'processing' | 'completed' | 'failed'>()
  expectTypeOf<{ id: string; object: 'model3d'; created: number; model: string; status: 'paused' }>().toExtend<Task>()
  expectTypeOf<Task['video_url']>().toEqualTypeOf<string | undefined>()
})

test('ids are typed as they are', () => {
  expectTypeOf<'zeta-H3_933_1080p'>().not.toExtend<InvocableModelId>()
  expectTypeOf<'zeta-H3-768p'>().toExtend<InvocableModelId>()
  expectTypeOf<'beta-5.0' | 'beta_5.0Pro'>().toExtend<ImageModelId>()
  expectTypeOf<'sd_2.0_discount'>().not.toExtend<ImageModelId>()
  expectTypeOf<VideoModelId | ImageModelId>().toExtend<ModelId>()
  expectTypeOf<(typeof modelIds)[number]>().toEqualTypeOf<ModelId>()
  expect(new Set(modelIds)).toEqual(new Set(Object.keys(models)))
  expect(modelIds.map((id) => models[id].reference)).toEqual(catalogue.models.map(({ reference }) => reference))
  expect(modelIds.filter((id) => !models[id].available)).toContain('zeta-H3_933_1080p')
  expect(catalogue.models.map((model) => model.id)).toEqual([...modelIds])
  expect(version).toBe(catalogue.version)
})
