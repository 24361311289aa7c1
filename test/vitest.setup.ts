import { afterAll, vi } from 'vitest'
import { endFile } from './end-of-file.js'

// Before each file of tests. Most of them follow one another in one process: what a file changed in it ends with the file.
const directory = process.cwd()

afterAll(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  process.chdir(directory)
  await endFile()
})
