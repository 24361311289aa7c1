/**
 * Literal numbers in a request are checked against the model's range at compile time; computed numbers are not.
 * Nothing here runs: a line below `@ts-expect-error` that compiles is the failure.
 */
import { ModelTasks } from '@model-tasks/client'
import type { InvocableModelId, ModelInput } from '@model-tasks/spec'

const client = new ModelTasks({ baseUrl: 'http://127.0.0.1/api', apiKey: 'key' })
const images = ['https://example.com/a.png']
declare const seconds: number
declare const maybe: boolean

/** One line per literal that is out of range. */
export async function rejected(): Promise<void> {
  // @ts-expect-error more than 15 seconds
  await client.submit('sd_2.0_discount', { prompt: 'A boat', duration: 99 })
  // @ts-expect-error the same in run
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: 99 })
  // @ts-expect-error less than 4 seconds
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: 3 })
  // @ts-expect-error a fraction
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: 5.5 })
  // @ts-expect-error the range of another model
  await client.run('alpha_1_5_pro_480p', { prompt: 'A boat', duration: 12 })
  // @ts-expect-error a seed that is a fraction
  await client.run('sd_2.0_discount', { prompt: 'A boat', seed: 1.5 })
  // @ts-expect-error a negative seed, where the range starts at 0
  await client.run('gamma-1.0-t2v', { prompt: 'A boat', seed: -1 })
  // @ts-expect-error not a parameter of an image model
  await client.run('beta-5.0', { prompt: 'A boat', duration: 5 })
  // @ts-expect-error not a parameter of this model, computed or not
  await client.run('beta-5.0', { prompt: 'A boat', duration: seconds })
  // @ts-expect-error not a parameter of this model, though others have it
  await client.run('epsilonO3', { prompt: 'A boat', seed: 1 })
  const input: ModelInput['sd_2.0_discount'] = { prompt: 'A boat' }
  // @ts-expect-error beside a spread
  await client.run('sd_2.0_discount', { ...input, duration: 99 })
  const constant = { prompt: 'A boat', duration: 99 } as const
  // @ts-expect-error in a constant
  await client.run('sd_2.0_discount', constant)
  // @ts-expect-error one of two literals
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: maybe ? 5 : 99 })
}

/** Ordinary code that must compile. */
export async function accepted(): Promise<void> {
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: 4 })
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: 15, seed: -1 })
  await client.run('gamma-1.0-i2v', { prompt: 'A boat', first_image: images, seed: 0, duration: 3 })
  await client.run('gamma-1.0-t2v', { prompt: 'A boat', seed: 2147483647 })
  await client.run('videos_900_720p-c1', { prompt: 'A boat', duration: 15 })
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: seconds })
  await client.run('sd_2.0_discount', { prompt: 'A boat', duration: Math.round(seconds * 1.5), seed: seconds })
  await client.run('sd_2.0_discount', { prompt: 'A boat', ...(maybe && { duration: 5 }) })
  await client.run('sd_2.0_discount', { prompt: 'A boat', ...(maybe ? { duration: seconds } : {}) })
  const annotated: ModelInput['sd_2.0_discount'] = { prompt: 'A boat', duration: 5 }
  await client.run('sd_2.0_discount', annotated)
  await client.run('sd_2.0_discount', { ...annotated, duration: 7 })
  const inferred = { prompt: 'A boat', duration: 5 }
  await client.run('sd_2.0_discount', inferred)
  await client.run('sd_2.0_special', { prompt: 'A boat', duration: 99, seed: 1.5 })
}

/** A model that is a type parameter, or one of several. */
export async function generic<M extends InvocableModelId>(model: M, input: ModelInput[M]): Promise<void> {
  await client.submit(model, input)
  await client.run(model, input)
}
export async function oneOf(model: 'gamma-1.0-t2v' | 'gamma-1.1-t2v'): Promise<void> {
  await client.run(model, { prompt: 'A boat', duration: 5, seed: 0 })
  // @ts-expect-error out of range for both
  await client.run(model, { prompt: 'A boat', duration: 99 })
}
