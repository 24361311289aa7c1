import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { file } from '@model-tasks/client'
import { requestDigest } from '../src/request/request-digest.js'

test('a request is the same whatever the order of its members and the names of its files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-digest-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [one, same, other] = ['one', 'same', 'other'].map((name) => join(folder, name))
  await writeFile(one!, 'x')
  await writeFile(same!, 'x')
  await writeFile(other!, 'y')
  const digest = (prompt: string, path: string): Promise<string> =>
    requestDigest('m', { prompt, first_image: [file(path)] })
  expect(await digest('a', one!)).toBe(await requestDigest('m', { first_image: [file(same!)], prompt: 'a' }))
  expect(await digest('a', one!)).not.toBe(await digest('a', other!))
  expect(await digest('a', one!)).not.toBe(await digest('b', one!))
})
