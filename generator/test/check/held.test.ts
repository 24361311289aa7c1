import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { checkSpec } from '../../check/index.js'
import { loadSpec } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'

const folder = fileURLToPath(new URL('../../../spec', import.meta.url))

test('a specification that was checked and read is let go, with the texts and trees of its files', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const read = async () => {
    const spec = await loadSpec(folder)
    checkSpec(spec)
    return { catalogue: readCatalogue(spec), held: new WeakRef(spec) }
  }
  const { catalogue, held } = await read()
  const isHeld = (): boolean => {
    collect()
    return held.deref() !== undefined
  }
  // What has just run, and the tests before this one in this process, may hold it a while longer.
  await expect.poll(isHeld).toBe(false)
  expect(catalogue.models.length).toBeGreaterThan(20)
})
