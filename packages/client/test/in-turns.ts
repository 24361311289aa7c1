import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, vi } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

/**
 * For a file of tests that let time pass by turns of the event loop: takes out what happens beside it and, on a busy machine,
 * takes more turns than a test waits. The client's modules are loaded beforehand, and digests are made on this thread.
 */
export function inTurns(): void {
  beforeAll(async () => {
    const modules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
    await Promise.all(modules.map((path) => import(/* @vite-ignore */ join(source, path))))
  })
  beforeEach(() => {
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_algorithm, data) => {
      const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : data
      return Uint8Array.from(createHash('sha256').update(new Uint8Array(bytes)).digest()).buffer
    })
  })
}
