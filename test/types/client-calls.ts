/**
 * What the client takes and answers, and every kind of mistake it refuses at compile time.
 * Nothing here runs: a line below `@ts-expect-error` that compiles is the failure.
 */
import { expectTypeOf } from 'vitest'
import { file, ModelTasks, RequestInvalidError, SubmitUnknownError, type TaskHandle } from '@model-tasks/client'
import type { ImageTask, JsonValue, SubmitRequest, Task, VideoTask } from '@model-tasks/spec'

const client = new ModelTasks({ baseUrl: 'http://127.0.0.1/api', apiKey: 'key' })
const images = ['https://example.com/a.png']

/** Each model in its smallest request: what has a default may be left out. */
export async function accepted(): Promise<void> {
  await client.run('sd_2.0_discount', { prompt: 'A boat' })
  await client.run('sd_2.5_discount_v1', { prompt: 'A boat' })
  await client.run('zeta-H3-768p', { prompt: 'A boat' })
  await client.run('video_30_10_10', { prompt: 'A boat', resolution: '480p' })
  await client.run('alpha_1_5_pro', { prompt: 'A boat' })
  await client.run('alpha_1_5_pro_720p', { prompt: 'A boat' })
  await client.run('alpha_1_5_pro_480p', { prompt: 'A boat' })
  await client.run('epsilonO3', { prompt: 'A boat' })
  await client.run('hh-1.1-r2v-o', { prompt: 'A boat', reference_images: images })
  await client.run('gamma-1.0-r2v', { prompt: 'A boat', reference_images: images })
  await client.run('gamma-1.0-i2v', { prompt: 'A boat', first_image: images })
  await client.run('gamma-1.1-t2v', { prompt: 'A boat' })
  await client.run('gamma-1.0-t2v', { prompt: 'A boat' })
  await client.run('delta2.7-r2v', { prompt: 'A boat', reference_images: images })
  await client.run('delta3.0-prime-r2v', {
    prompt: 'A boat',
    reference_images: images,
    duration: 5,
    resolution: '720P',
  })
  await client.run('delta3.0-r2v', { prompt: 'A boat', reference_images: images, duration: 5, resolution: '720P' })
  await client.run('videos_900_720p-c1', { prompt: 'A boat' })
  await client.run('beta-5.0', { prompt: 'A boat' })
  for (const open of [
    'beta_5.0Pro',
    'sd_2.5_special_v1',
    'sd_2.0_fast_special',
    'sd_2.0_mini_special',
    'sd_2.0_special',
    'sd_2.0_fast_discount',
    'sd_2.0_mini_discount',
    'alpha_1_5_pro_1080p',
    'videos_10_0_0-720p',
  ] as const) {
    await client.run(open, { anything: ['goes', { here: null }] })
  }
}

/** Files stand where references do, and nowhere else. */
export async function files(): Promise<void> {
  const picture = new File(['x'], 'cat.jpg')
  await client.run('sd_2.0_discount', { prompt: 'A boat', first_image: [picture] })
  await client.run('sd_2.0_discount', { prompt: 'A boat', reference_images: [file('cat.jpg'), ...images] })
  await client.custom('their-model', { prompt: 'A boat', images: [picture, 'https://example.com/a.png'] })
  // @ts-expect-error one file in place of a list
  await client.run('sd_2.0_discount', { prompt: 'A boat', first_image: picture })
  // @ts-expect-error a file in place of a prompt
  await client.run('sd_2.0_discount', { prompt: file('story.txt') })
  // @ts-expect-error a list of something else
  await client.run('sd_2.0_discount', { prompt: 'A boat', first_image: [1] })
}

/** One line a kind of mistake. */
export async function refused(): Promise<void> {
  // @ts-expect-error an unknown model
  await client.run('sd_2.0', { prompt: 'A boat' })
  // @ts-expect-error a display name
  await client.run('alpha 1.5_pro', { prompt: 'A boat' })
  // @ts-expect-error a model that cannot be invoked
  await client.run('zeta-H3_933_1080p', { prompt: 'A boat' })
  // @ts-expect-error no input at all
  await client.run('sd_2.0_discount')
  // @ts-expect-error a required parameter is missing
  await client.run('sd_2.0_discount', { duration: 5 })
  // @ts-expect-error a required parameter without a default is missing
  await client.run('delta3.0-r2v', { prompt: 'A boat', reference_images: images, duration: 5 })
  // @ts-expect-error a required parameter with only one value and no default is missing
  await client.run('video_30_10_10', { prompt: 'A boat' })
  // @ts-expect-error a misspelt parameter
  await client.run('sd_2.0_discount', { prompt: 'A boat', aspectRatio: '16:9' })
  // @ts-expect-error a parameter of another model
  await client.run('sd_2.5_discount_v1', { prompt: 'A boat', watermark: true })
  // @ts-expect-error size in place of aspect_ratio
  await client.run('sd_2.0_discount', { prompt: 'A boat', size: '16:9' })
  // @ts-expect-error aspect_ratio in place of size
  await client.run('alpha_1_5_pro_720p', { prompt: 'A boat', aspect_ratio: '16:9' })
  // @ts-expect-error the wrong case
  await client.run('sd_2.0_discount', { prompt: 'A boat', resolution: '720P' })
  // @ts-expect-error the wrong case the other way
  await client.run('gamma-1.1-t2v', { prompt: 'A boat', resolution: '720p' })
  // @ts-expect-error a value off the list
  await client.run('sd_2.0_discount', { prompt: 'A boat', resolution: '4K' })
  await client.run('delta3.0-r2v', {
    prompt: 'A boat',
    reference_images: images,
    duration: 5,
    resolution: '720P',
    // @ts-expect-error a ratio that only other models take
    aspect_ratio: '1:1',
  })
  // @ts-expect-error the only duration is 15
  await client.run('videos_900_720p-c1', { prompt: 'A boat', duration: 10 })
  // @ts-expect-error a number as text
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: '5' })
  // @ts-expect-error a text as number
  await client.run('sd_2.0_discount', { prompt: 5 })
  // @ts-expect-error a boolean as text
  await client.run('sd_2.0_discount', { prompt: 'A boat', generate_audio: 'true' })
  // @ts-expect-error null
  await client.run('sd_2.0_discount', { prompt: 'A boat', seed: null })
  // @ts-expect-error undefined given by name
  await client.run('sd_2.0_discount', { prompt: 'A boat', seed: undefined })
  // @ts-expect-error a URL where a list of URLs is asked
  await client.run('gamma-1.0-i2v', { prompt: 'A boat', first_image: 'https://example.com/a.png' })
  // @ts-expect-error an item that is not a URL
  await client.run('gamma-1.0-i2v', { prompt: 'A boat', first_image: [5] })
  // @ts-expect-error the model inside the input
  await client.run('sd_2.0_discount', { model: 'sd_2.0_discount', prompt: 'A boat' })
  // @ts-expect-error a value that is not JSON, in a model without a reference
  await client.run('sd_2.0_special', { prompt: () => 'A boat' })
  // @ts-expect-error an unknown option
  await client.run('sd_2.0_discount', { prompt: 'A boat' }, { pollingInterval: 5 })
  // @ts-expect-error validate takes a word
  await client.run('sd_2.0_discount', { prompt: 'A boat' }, { validate: false })
  // @ts-expect-error a task is asked for by its id
  await client.query(5)
}

/** A whole request body is checked like an input, and has nothing filled in. */
export const bodies = {
  whole: { model: 'sd_2.0_discount', prompt: 'A boat', duration: 5 } satisfies SubmitRequest,
  // @ts-expect-error required on the wire, though it has a default
  partial: { model: 'sd_2.0_discount', prompt: 'A boat' } satisfies SubmitRequest,
}

/** What comes back. */
export async function answers(): Promise<void> {
  expectTypeOf(client.submit('sd_2.0_discount', { prompt: 'A boat' })).resolves.toEqualTypeOf<TaskHandle<VideoTask>>()
  expectTypeOf(client.run('sd_2.0_discount', { prompt: 'A boat' })).resolves.toEqualTypeOf<VideoTask>()
  expectTypeOf(client.run('beta-5.0', { prompt: 'A boat' })).resolves.toEqualTypeOf<ImageTask>()
  expectTypeOf(client.custom('a model of tomorrow', { prompt: 'A boat' })).resolves.toEqualTypeOf<TaskHandle>()
  expectTypeOf(client.query('id')).resolves.toEqualTypeOf<Task>()
  const handle = client.task('id')
  expectTypeOf(handle.id).toEqualTypeOf<string>()
  expectTypeOf(handle.wait()).resolves.toEqualTypeOf<Task>()
  for await (const task of handle) {
    expectTypeOf(task).toEqualTypeOf<Task>()
    expectTypeOf(task.progress).toEqualTypeOf<JsonValue | undefined>()
    expectTypeOf(task.amount).toEqualTypeOf<JsonValue | undefined>()
    expectTypeOf(task.video_url).toEqualTypeOf<string | undefined>()
    // An unknown status must pass, and the known ones must still be offered.
    if (task.status === 'completed') expectTypeOf(task.result_url).toEqualTypeOf<string | undefined>()
  }
  const error: unknown = undefined
  if (error instanceof RequestInvalidError) expectTypeOf(error.findings[0]?.path).toEqualTypeOf<string | undefined>()
  if (error instanceof SubmitUnknownError) expectTypeOf(error.message).toEqualTypeOf<string>()
}
