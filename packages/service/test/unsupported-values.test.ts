/** What a caller is told of a request that no upstream has a place for. */
import { expect, test } from 'vitest'
import type { Unsupported } from '../src/domain/provider/provider.js'
import { image, testService } from './support/service.js'
import { StubUpstream } from './support/stub-upstream.js'

test('a value that no upstream takes is repeated up to two hundred characters, and one that is missing is not', async () => {
  const provider = new StubUpstream()
  let value: Unsupported['value'] = null
  const unsupported = () => [{ path: '/prompt', parameter: 'prompt', value, message: 'prompt: stub cannot' }]
  const { submit } = await testService({}, { provider: Object.assign(provider, { unsupported }) })
  const finding = {
    rule: 'upstream-unsupported',
    severity: 'error',
    path: '/prompt',
    parameter: 'prompt',
    message: 'prompt: stub cannot',
    source: 'extension: problems',
  }
  const longest = 'x'.repeat(198)
  for (const [sent, received] of [
    [null, undefined],
    ['A boat', 'A boat'],
    [longest, longest],
    [`${longest}x`, undefined],
  ] as const) {
    value = sent
    const { status, body } = await submit(image)
    expect([status, body.detail]).toEqual([400, 'prompt: stub cannot'])
    expect(body.findings.at(-1)).toEqual(received === undefined ? finding : { ...finding, received })
  }
  expect(provider.submitted).toEqual([])
})
