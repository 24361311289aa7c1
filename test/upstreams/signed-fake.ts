import { onTestFinished } from 'vitest'
import { systemClock } from '@model-tasks/client/policy'
import { serveFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import type { UpstreamProvider } from '../../packages/service/src/domain/provider/provider.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import { madeUp } from './made-up.js'

const probe = { path: '/who?most=1', accepted: [200], source: 'sdk' }
export const task = {
  id: 'task_1',
  model: 'sd_2.0_discount',
  kind: 'video' as const,
  parameters: { prompt: 'A boat' },
}
/** When the tests sign. */
export const day = Date.UTC(2015, 7, 30, 12, 36)

/** A fake that checks signatures, and providers in front of it. The time of day is the test's. */
export async function behind(authentication: object, key: string, members: object = {}) {
  const { diagnostics, mapping, page } = await madeUp('signing', { authentication, probe, ...members })
  let date = day
  const fake = await serveFake(mapping, { key, date: () => day })
  onTestFinished(() => fake.close())
  const sent: { headers: Headers; url: string }[] = []
  const provider = (
    apiKey: string,
    change: (init: RequestInit) => RequestInit = (init) => init,
    region?: string,
  ): UpstreamProvider =>
    mappedProvider(
      mapping,
      { name: 'up', baseUrl: fake.baseUrl, apiKey, modelIds: {}, ...(region === undefined ? {} : { region }) },
      {
        clock: { ...systemClock, date: () => date },
        fetch: (url, init = {}) => {
          sent.push({ headers: new Headers(init.headers), url: new Request(url).url })
          return fetch(url, change(init))
        },
      },
    )
  const move = (seconds: number): void => {
    date += 1000 * seconds
  }
  return { diagnostics, page, fake, provider, sent, move }
}
