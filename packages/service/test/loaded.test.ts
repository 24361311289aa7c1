import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { testService } from './support/service.js'

test('a service loads no compiler of schemas, which its routes do not use', async () => {
  await testService()
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  expect(loaded.filter((path) => /node_modules\/fastify\/fastify\.js$/.test(path))).toHaveLength(1)
  expect(loaded.filter((path) => /ajv-compiler|fast-json-stringify-compiler/.test(path))).toEqual([])
})
