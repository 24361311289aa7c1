import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { openDesk, type Desk } from './cli.js'

/** The command that the tests of batches run, in the folder of a desk. */
export const batch = ['batch', 'b.jsonl', '--out', 'clips/', '--concurrency', '2']

/** The answer to a query of a service's capabilities that declares these extensions. */
export const declared = (...extensions: string[]): ReturnType<typeof faults.status> =>
  faults.status(200, { object: 'capabilities', extensions, polling: { minimumSeconds: 0.05 } })

/** A line of a batch. */
export const line = (prompt: string): string => `${JSON.stringify({ model: 'sd_2.0_discount', prompt })}\n`

/** A service that declares these extensions, and a desk beside it. */
export async function batchDesk(...extensions: string[]): Promise<{ server: FaultServer; desk: Desk }> {
  const server = await startFaultServer({ extensions })
  server.next('capabilities', ...Array.from({ length: 40 }, () => declared(...extensions)))
  return { server, desk: await openDesk(server) }
}

/** Writes the batch of a desk, one line for each prompt. */
export async function writeBatch(desk: Desk, ...prompts: string[]): Promise<void> {
  await writeFile(join(desk.folder, 'b.jsonl'), prompts.map(line).join(''))
}

/** The file that records what became of the lines. */
export async function recordOf(desk: Desk): Promise<string> {
  const folder = join(desk.folder, 'state', 'model-tasks')
  const [batches = ''] = (await readdir(folder)).filter((name) => name.endsWith('.batches'))
  const [name = ''] = (await readdir(join(folder, batches))).filter((each) => each.endsWith('.jsonl'))
  return join(folder, batches, name)
}
