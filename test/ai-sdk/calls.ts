import { memoryJournal } from '@model-tasks/client/journal'
import { startFaultServer, type FaultServer, type FaultServerOptions } from '@model-tasks/client/testing'
import { createModelTasks, type ModelTasksProvider, type ModelTasksProviderSettings } from '@model-tasks/ai-sdk'
import { experimental_generateVideo as generateVideo, generateImage } from 'ai'
import { onTestFinished } from 'vitest'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** A request that every field of is allowed in. */
export const boat = { prompt: 'A paper boat', duration: 4 } as const

/** Starts a service that fails on demand. */
export async function start(options: FaultServerOptions = { extensions: ['idempotency'] }): Promise<FaultServer> {
  const server = await startFaultServer(options)
  onTestFinished(() => server.close())
  return server
}

/** A provider in front of a service, as a process has it: with a journal of its own unless one is given. */
export function provider(
  { baseUrl, apiKey }: Pick<FaultServer, 'baseUrl' | 'apiKey'>,
  settings: ModelTasksProviderSettings = {},
): ModelTasksProvider {
  return createModelTasks({ baseUrl, apiKey, journal: memoryJournal(), pollInterval: 10, logger: {}, ...settings })
}

/** A call for a video of the unmodified core, which asks for its status as often as it can. */
export function video(
  models: ModelTasksProvider,
  more: Partial<Parameters<typeof generateVideo>[0]> = {},
): ReturnType<typeof generateVideo> {
  return generateVideo({
    model: models.video('sd_2.0_discount'),
    ...boat,
    poll: { intervalMs: 1 },
    ...more,
  })
}

/** A call for an image. */
export function image(
  models: ModelTasksProvider,
  more: Partial<Parameters<typeof generateImage>[0]> = {},
): ReturnType<typeof generateImage> {
  return generateImage({ model: models.image('beta-5.0'), prompt: 'A paper boat', ...more })
}
