import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mediaReaders } from '../src/admit/media/media-check.js'
import { temporaryFolder } from './support/folder.js'
import { publishedWithout, runToEnd } from './support/published.js'

test('S3 without the SDK stops the start with one line that says what to install', async () => {
  const folder = temporaryFolder()
  const config = join(folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({ s3: { bucket: 'results', region: 'us-east-1', accessKeyId: 'AK', secretAccessKey: 'hush' } }),
  )
  const executable = publishedWithout(['@aws-sdk/client-s3', '@aws-sdk/lib-storage'])
  const { code, said } = await runToEnd(executable, {
    MODEL_TASKS_CONFIG: config,
    MODEL_TASKS_DATA: join(folder, 'data'),
    MODEL_TASKS_PORT: '0',
  })
  expect(said).toMatch(
    /^MODEL_TASKS_CONFIG: s3 needs packages that are not installed \(.*\); run: npm install @aws-sdk\/client-s3@3\.1169\.0 @aws-sdk\/lib-storage@3\.1169\.0, or take s3 out\n$/,
  )
  expect(code).toBe(1)
})

test('a relay that cannot look at media stops the start with one line that says what to install', async () => {
  const executable = publishedWithout(['mediabunny', 'probe-image-size'])
  const { code, said } = await runToEnd(executable, {
    MODEL_TASKS_PROVIDER: 'relay',
    MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api',
    MODEL_TASKS_UPSTREAM_KEY: 'k',
    MODEL_TASKS_DATA: temporaryFolder(),
    MODEL_TASKS_PORT: '0',
  })
  expect(said).toBe(
    'MODEL_TASKS_CHECK_MEDIA: looking at media needs packages that are not installed; run: npm install mediabunny@1.61.0 probe-image-size@7.5.0, or set MODEL_TASKS_CHECK_MEDIA=off\n',
  )
  expect(code).toBe(1)
})

test('what media are read with is named as optional peers, in the ranges of the client', () => {
  const [service, client] = ['service', 'client'].map((folder) =>
    JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8')),
  )
  for (const name of Object.keys(mediaReaders)) {
    expect(service.peerDependencies[name], name).toEqual(expect.any(String))
    expect(service.peerDependencies[name], name).toBe(client.peerDependencies[name])
    for (const { peerDependenciesMeta } of [service, client])
      expect(peerDependenciesMeta[name], name).toEqual({ optional: true })
  }
})
