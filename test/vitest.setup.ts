import { afterAll, beforeEach, vi } from 'vitest'
import { endFile } from './end-of-file.js'
import { notYet } from './not-yet.js'

// Before each file of tests. Most of them follow one another in one process: what a file changed in it ends with the file.
const directory = process.cwd()

beforeEach(({ task, skip }) => {
  const reason = Object.hasOwn(notYet, task.name) ? notYet[task.name] : undefined
  if (reason === undefined) return
  process.stderr.write(`skipped: ${task.name}: ${reason}\n`)
  skip(reason)
})

afterAll(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  process.chdir(directory)
  await endFile()
})
