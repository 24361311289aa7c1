import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { DiskFileStore } from '../src/keep/files/disk.js'

test('a file that another service removes as soon as it is there was written all the same', async () => {
  const root = await mkdtemp(join(tmpdir(), 'shared-disk-'))
  const store = new DiskFileStore(root)
  let writing = true
  const remover = async (): Promise<void> => {
    while (writing) {
      for (const name of await readdir(join(root, 'asked')).catch(() => []))
        if (!name.endsWith('.part')) await rm(join(root, 'asked', name), { force: true })
    }
  }
  const removed = [remover(), remover()]
  try {
    for (let number = 0; number < 300; number += 1)
      expect(await store.putStream(`asked/since-${number}.txt`, Readable.from(['.']))).toEqual({ bytes: 1 })
  } finally {
    writing = false
    await Promise.all(removed)
    await rm(root, { recursive: true, force: true })
  }
})
