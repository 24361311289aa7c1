import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchTree } from '../src/watch-tree.js'

test('a file that an editor saves by renaming another over it is seen every time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watch-tree-'))
  const file = join(folder, 'models/a.json')
  await mkdir(join(folder, 'models'))
  await writeFile(file, '0')
  let seen = 0
  const stop = await watchTree(folder, () => (seen += 1))
  for (let time = 0; time < 4; time += 1) {
    await writeFile(join(folder, 'apart'), String(time))
    await expect.poll(() => seen).toBeGreaterThan(0)
    seen = 0
    await rename(join(folder, 'apart'), file)
    await expect.poll(() => seen).toBeGreaterThan(0)
    seen = 0
    await writeFile(file, 'in place')
    await expect.poll(() => seen).toBeGreaterThan(0)
    seen = 0
  }
  stop()
  await rm(folder, { recursive: true })
})
