import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownClients } from './own-clients.mjs'
import { spoiledService } from './spoiled-service.mjs'
import { submits } from './submits.mjs'

/**
 * Lets each client submit one video, with the first answer spoiled, and prints a line per client: per fault how many POSTs the service
 * got and how many tasks it made of them. `*`: the call failed. Then it is made again, as a program would, and what is
 * counted is what there is after that. A word chooses clients.
 */
const faults = ['reset', '500 after', '503 before', '429', 'timeout', 'killed', 'lost on the way']
const words = process.argv.slice(2)
/** Milliseconds after which a call is given up whose answer does not come. */
const timeout = 2000
/** Longer than any client pauses; no call may be given up before its repeat. */
const patient = 60_000

const folder = await mkdtemp(join(tmpdir(), 'repeats-'))
const service = await spoiledService(folder)
try {
  for (const { client, path, submit, waits } of [...submits, ...ownClients]) {
    if (words.length > 0 && !words.some((word) => client.includes(word))) continue
    const cells = []
    for (const fault of faults) {
      const before = { posts: service.posts.length, tasks: await taskCount() }
      // Where the client waits for no end, nothing is rendered: what is counted is cancelled.
      const prompt = `${waits === true ? '' : '[[delay: 1h]] '}${client}, ${fault}`
      const call = (wait) =>
        submit({ baseUrl: `${service.origin}${path}`, apiKey: service.apiKey, prompt, timeout: wait })
      await service.spoil(fault)
      const failed = await outcome(call(fault === 'timeout' ? timeout : patient))
      const posts = service.posts.length - before.posts
      // The end of a connection reaches the service after the call has failed.
      if (failed !== undefined) await new Promise((resolve) => setTimeout(resolve, 500))
      const again = failed === undefined ? undefined : await outcome(call(patient))
      if (again !== undefined) throw new Error(`${prompt}: ${failed}, and again: ${again}`)
      cells.push(`${posts}/${(await taskCount()) - before.tasks}${failed === undefined ? '' : '*'}`)
      if (process.env.MODEL_TASKS_VERBOSE !== undefined) console.error(prompt, cells.at(-1), failed ?? '')
    }
    console.log(
      JSON.stringify({ client, cells: Object.fromEntries(faults.map((fault, index) => [fault, cells[index]])) }),
    )
  }
} finally {
  for (const { close } of ownClients) await close?.()
  await service.close()
  await rm(folder, { recursive: true, force: true })
}

/** Why a call failed; undefined when it did not. */
async function outcome(call) {
  try {
    await call
    return undefined
  } catch (error) {
    return `${error?.name}: ${error?.message}`
  }
}

/** How many tasks the account has, of which the ones that run are cancelled: nothing needs their files. */
async function taskCount() {
  const headers = { authorization: `Bearer ${service.apiKey}` }
  let count = 0
  for (let after = ''; ;) {
    const query = new URLSearchParams({ limit: '100', ...(after === '' ? {} : { after }) })
    const response = await fetch(`${service.origin}/api/v2/model-center/tasks?${query}`, { headers })
    const { data, has_more: more, next } = await response.json()
    count += data.length
    for (const { id, status } of data)
      if (status === 'queued' || status === 'processing')
        await fetch(`${service.origin}/api/v2/model-center/tasks/${id}/cancel`, { method: 'POST', headers })
    if (!more) return count
    after = next
  }
}
