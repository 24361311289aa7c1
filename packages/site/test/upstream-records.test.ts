import { readFileSync } from 'node:fs'
import { loaders } from '@model-tasks/documents/upstreams'
import { expect, test } from 'vitest'
import { sha256 } from '../../service/src/base/sha256.js'
import { recordText, signedRecord, withRecord, type UpstreamRecord } from '../src/pages/upstream-records.js'
import { readSource } from '../src/source.js'

const file = new URL('../content/upstream-records/bedrock.proof.json', import.meta.url)
const written = readFileSync(file, 'utf8')
const record = signedRecord(written, 'bedrock.proof.json')

test('the page of a protocol says what its record says, of which mapping, and who signed it', () => {
  expect(withRecord('# Bedrock\n', 'bedrock', record.mapping_sha256, 'en')).toBe(
    `# Bedrock\n\n## Record of its proof\n\n${record.issued.slice(0, 10)}, version ${record.service_version}: 10 faults tried at a fake, of which 10 ended as they should; no task made by the vendor. It is of today's mapping. Signed (Ed25519) with \`${record.signed_by}\`.\n`,
  )
  expect(recordText(record, 'another', 'en')).toContain('It is of an earlier mapping than the one on this page.')
  expect(recordText(record, 'another', 'zh')).toContain('对应较早的映射')
})

test('a page without a record says that there is none', () => {
  expect(withRecord('# Ark\n', 'ark', 'any', 'en')).toMatch(
    /None: no record of `upstreams prove` is published here\.\n$/,
  )
})

test('faults that do not hold or cannot happen, cancels and a live task are counted', () => {
  const other: UpstreamRecord = {
    ...record,
    faults: [{ holds: true }, { holds: false }],
    unmet: [{}],
    cancels: [{ holds: true }],
    live: {},
  }
  expect(recordText(other, record.mapping_sha256, 'en')).toContain(
    '2 faults tried at a fake, of which 1 ended as they should; 1 cannot happen here; 1 cancels tried, of which 1 ended as they should; one task made by the vendor.',
  )
})

test('a record that was changed after it was signed stops the build', () => {
  expect(() => signedRecord(written.replace('"holds": true', '"holds": false'), 'bedrock.proof.json')).toThrow(
    'bedrock.proof.json is not what its key has signed',
  )
})

test('the digest of a mapping is the one that records have', async () => {
  const { mappings } = await readSource()
  const { mapping } = await loaders.bedrock()
  expect(mappings.get('bedrock')).toBe(sha256(JSON.stringify(mapping)))
  expect(mappings.size).toBe(Object.keys(loaders).length)
})
