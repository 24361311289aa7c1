// An upstream for `npm run bench -- running`, a process of its own: every task that it is asked for is running. It speaks two protocols,
// one that tells of up to 100 tasks in a request and one that tells of one, and counts how often it is asked for each task.
import { createServer } from 'node:http'

/** By reference, when it was last asked for, and the times between. */
const asked = new Map()
let [requests, gaps] = [0, []]

const server = createServer(({ url = '' }, response) => {
  requests += 1
  const { pathname, searchParams } = new URL(url, 'http://upstream')
  const ids = searchParams.getAll('filter.task_ids')
  const [, one] = /^\/v1\/predictions\/([^/]+)$/.exec(pathname) ?? []
  const now = performance.now()
  for (const id of one === undefined ? ids : [one]) {
    const last = asked.get(id)
    if (last !== undefined) gaps.push(now - last)
    asked.set(id, now)
  }
  const body =
    one === undefined
      ? { items: ids.map((id) => ({ id, status: 'running' })), total: ids.length }
      : { id: one, status: 'processing', urls: {} }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', (message) => {
  if (message === 'begin') [requests, gaps] = [0, []]
  gaps.sort((one, other) => one - other)
  const at = (share) => gaps[Math.min(gaps.length - 1, Math.floor(share * gaps.length))] ?? null
  process.send({ requests, tasks: asked.size, polls: gaps.length, median: at(0.5), p99: at(0.99), most: at(1) })
})
