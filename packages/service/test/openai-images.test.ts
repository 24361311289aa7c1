/** OpenAI's images API at /v1, as its package calls it. */
import { expect, test } from 'vitest'
import { testService, type TestService } from './support/service.js'

const prompt = 'A paper boat at dusk'

async function generate(running: TestService, more: object = {}, model = 'beta-5.0') {
  const response = await fetch(`${running.service.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt, ...more }),
  })
  return { status: response.status, body: (await response.json()) as { data: { [name: string]: string }[] } }
}

test('an image is answered as base64 where response_format or the name of the model asks for that, and else as a URL', async () => {
  const running = await testService({ vendorModels: { aliases: { 'gpt-image-2': 'beta-5.0' }, defaults: {} } })
  const plain = await generate(running)
  expect(plain).toMatchObject({ status: 200, body: { data: [{ url: expect.stringContaining('/results/') }] } })
  expect(await generate(running, { response_format: 'url' }, 'gpt-image-2')).toMatchObject({
    body: { data: [{ url: expect.any(String) }] },
  })
  for (const asked of [
    await generate(running, { response_format: 'b64_json' }),
    await generate(running, {}, 'gpt-image-2'),
  ]) {
    const [{ b64_json: base64 = '', ...others } = {}] = asked.body.data
    expect(Buffer.from(base64, 'base64').toString()).toMatch(/^result of task_/)
    expect(others).toEqual({})
  }
})

test('members that ask for what is done anyway are passed over, and others are rejected by name before a task is made', async () => {
  const running = await testService()
  const usual = {
    n: 1,
    size: 'auto',
    quality: 'auto',
    background: 'auto',
    moderation: 'auto',
    stream: false,
    user: 'me',
  }
  expect(await generate(running, usual)).toMatchObject({ status: 200 })
  for (const [name, value] of Object.entries({
    n: 2,
    quality: 'high',
    stream: true,
    partial_images: 2,
    response_format: 'svg',
  }))
    expect(await generate(running, { [name]: value })).toEqual({
      status: 400,
      body: { error: { message: `/${name} has no counterpart for this model`, code: 'invalid_request' } },
    })
  expect((await running.call('GET', '/tasks')).body.data).toHaveLength(1)
})
