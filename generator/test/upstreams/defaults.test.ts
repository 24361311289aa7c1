import { expect, test } from 'vitest'
import { mapping } from '@model-tasks/documents/upstreams/ark'
import { toUpstream } from '@model-tasks/documents/upstreams/interpreter'
import { models } from '@model-tasks/documents/upstreams/models'

test('an upstream is sent the default that counts for the request, and never in place of what was asked for', () => {
  const facts = models['sd_2.0_discount']
  if (facts === undefined) throw new Error('the model is not in the catalogue')
  const body = (parameters: { [name: string]: string }, defaults?: { [name: string]: string }): string =>
    JSON.stringify(
      toUpstream(mapping, {
        facts,
        upstreamModel: 'x',
        parameters: { prompt: 'x', ...parameters },
        ...(defaults && { defaults }),
      }),
    )
  const usual = '720p'
  expect(body({})).toContain(usual)
  expect(body({}, { resolution: '480p' })).toContain('480p')
  expect(body({}, { resolution: '480p' })).not.toContain(usual)
  expect(body({ resolution: usual }, { resolution: '480p' })).not.toContain('480p')
})
