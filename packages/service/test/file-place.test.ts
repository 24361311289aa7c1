import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filePlaceKinds } from '../src/keep/files/place.js'
import { S3Files } from '../src/keep/files/s3.js'
import { readSettings } from '../src/keep/read-settings.js'
import { settingsFrom } from '../src/settings/environment.js'
import { LiveSettings } from '../src/settings/live-settings.js'
import { secretsOf } from '../src/settings/secrets.js'
import { temporaryFolder } from './support/folder.js'
import { SimulatedBucket } from '../../../test/simulation/world/bucket.js'

const s3 = { bucket: 'results', region: 'eu-central-1' }
const another = { member: 'simulated', read: () => new SimulatedBucket() }

test('a configuration file sets a bucket', () => {
  const nothingElse = { endpoint: undefined, prefix: '', pathStyle: false, credentials: undefined }
  expect(readSettings(configured({ s3 })).files).toEqual(new S3Files({ ...s3, ...nothingElse }))
  expect(readSettings(configured({ s3: { ...s3, prefix: 'model-tasks/here' } })).files).toMatchObject({
    options: { prefix: 'model-tasks/here/' },
  })
  expect(
    readSettings(
      configured({
        s3: {
          ...s3,
          endpoint: 'https://store.example/',
          prefix: 'p/',
          pathStyle: true,
          accessKeyId: 'AK',
          secretAccessKey: 'SK',
        },
      }),
    ).files,
  ).toMatchObject({
    kind: 's3',
    location: 'the bucket results',
    folder: undefined,
    secrets: ['SK'],
    options: {
      ...s3,
      endpoint: 'https://store.example',
      prefix: 'p/',
      pathStyle: true,
      credentials: { accessKeyId: 'AK', secretAccessKey: 'SK' },
    },
  })
})

test('a configuration file chooses among the kinds of store that there are, one at a time', () => {
  const read = (content: object) => settingsFrom(configured(content), [...filePlaceKinds, another]).files
  expect(read({ simulated: {} })).toEqual(new SimulatedBucket())
  expect(read({})).toBeUndefined()
  expect(() => read({ s3, simulated: {} })).toThrow(
    /: files are kept in one place, and it names 2: keep one of s3, simulated$/,
  )
  expect(() => read({ disk: {} })).toThrow(/"disk" is not a member of it; use .*\bs3\b.*, simulated$/)
})

test('the secrets of a store are among those that no log may show', () => {
  const keys = { accessKeyId: 'AK', secretAccessKey: 'a-secret-of-the-store' }
  expect(secretsOf(readSettings(configured({ s3: { ...s3, ...keys } })))).toEqual(['a-secret-of-the-store'])
})

test('a changed place of the files takes a restart, which is said by the member of the configuration file', async () => {
  const [before, same, next] = [s3, s3, { ...s3, bucket: 'others' }].map((bucket) =>
    readSettings(configured({ s3: bucket })),
  )
  if (before === undefined || same === undefined || next === undefined) throw new Error('three are read')
  const live = new LiveSettings(before, {
    rereadProtocols: async () => () => [],
    reroute: () => undefined,
    prepare: undefined,
  })
  expect((await live.take(same)).restart).toEqual([])
  expect((await live.take(next)).restart).toEqual(['s3'])
  expect((await live.take({ ...before, files: undefined })).restart).toEqual(['s3'])
})

/** The environment of a service whose configuration file holds this. */
function configured(content: object): Record<string, string> {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, JSON.stringify(content))
  return { MODEL_TASKS_CONFIG: path }
}
