// One task through each part of the client that is loaded when it is needed: files, journal, batch, download, media. Run in a
// project that has installed the client and the packages that read media.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { file, ModelTasks } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'
import { probeFile } from '@model-tasks/client/media'
import { faults, startFaultServer } from '@model-tasks/client/testing'

const expect = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`)
}
const [, , picture] = process.argv
const at = (name) => fileURLToPath(new URL(name, import.meta.url))
const server = await startFaultServer({ extensions: ['assets'] })
const journalPath = at(`journal-${process.version}.jsonl`)
const journal = fileJournal(journalPath)
const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 5, logger: {}, journal })
const input = { prompt: 'A paper boat at dusk', duration: 5 }

const invalid = await client.submit('sd_2.0_discount', { ...input, duration: 99 }).catch((error) => error)
expect('checks', invalid.name, 'RequestInvalidError')

server.next('other', faults.status(200, { id: 'a0', object: 'asset', status: 'approved' }))
const withFile = await client.submit('sd_2.0_discount', { ...input, first_image: [await file(picture)] })
expect('files', JSON.parse(server.requests.findLast(({ route }) => route === 'submit').body).first_image, [
  'assetId://a0',
])
expect('the end of a task', (await withFile.wait()).status, 'completed')

const { bytes } = await withFile.download(at('clip.mp4'))
expect('download', [bytes, (await readFile(at('clip.mp4'))).equals(server.result)], [server.result.length, true])

const { results, failures } = await client.runAll([
  { model: 'sd_2.0_discount', input },
  { model: 'sd_2.0_discount', input: { ...input, prompt: 'Another' } },
])
expect('batch', [results.length, failures.length], [2, 0])

// A process that submits and ends before its task does. What a process has submitted itself is not its to resume.
const submits = `
import { ModelTasks } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'
const [, baseUrl, apiKey, path, input] = process.argv
const client = new ModelTasks({ baseUrl, apiKey, journal: fileJournal(path) })
console.log((await client.submit('sd_2.0_discount', JSON.parse(input))).id)`
const program = ['--input-type=module', '--eval', submits]
const words = [server.baseUrl, server.apiKey, journalPath, JSON.stringify(input)]
const { stdout } = await promisify(execFile)(process.execPath, [...program, ...words], { cwd: at('.') })
const own = await client.submit('sd_2.0_discount', { ...input, prompt: 'Its own' })
const { handles } = await client.resumeAll(journal)
expect(
  'journal',
  handles.map(({ id }) => id),
  [stdout.trim()],
)
expect('the end of a task of this process', (await own.wait()).status, 'completed')
expect('the end of a resumed task', (await handles[0].wait()).status, 'completed')

const facts = await probeFile(picture)
expect('media', [facts.format, facts.width, facts.height], ['png', 640, 480])
await writeFile(at('done'), process.version)
await server.close()
console.log(`completed on ${process.version}`)
