// One user call against a server that fails: how many POSTs arrive, within what time, and with which key.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { names, openClient, oursOnly } from './clients.mjs'

const PATIENCE = 25_000
/** Seconds that a 429 asks to wait. */
const RETRY_AFTER = oursOnly ? 1 : 2
const faults = new Map([
  ['connection reset after accept', { deal: (request) => request.socket.resetAndDestroy() }],
  ['500', { deal: (_, response) => answer(response, 500) }],
  [
    `429 with Retry-After ${RETRY_AFTER} s`,
    { deal: (_, response) => answer(response, 429, { 'retry-after': String(RETRY_AFTER) }), timed: true },
  ],
  ['client timeout', { deal: () => {}, timeout: 300 }],
])

function answer(response, status, headers = {}) {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: 'fault', detail: 'fault' }))
}

/** @returns {Promise<{ posts: number, seconds: number, keys: (string | undefined)[], calm: number }>} */
async function count(name, { deal, timeout }) {
  const posts = []
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.method !== 'POST') return answer(response, 404)
    posts.push({ at: performance.now(), key: request.headers['idempotency-key'] })
    deal(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const client = await openClient(name, { origin: `http://127.0.0.1:${server.address().port}`, timeout })
    await Promise.race([
      client.submit().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, PATIENCE).unref()),
    ])
    const gaps = posts.slice(1).map((post, index) => post.at - posts[index].at)
    return {
      posts: posts.length,
      seconds: posts.length > 1 ? (posts.at(-1).at - posts[0].at) / 1000 : 0,
      keys: posts.map((post) => post.key),
      calm: Math.min(Infinity, ...gaps),
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

export async function faultMatrix() {
  console.log('POSTs that reached the server in one user call:\n')
  console.log(`| client | ${[...faults.keys()].join(' | ')} | Idempotency-Key |`)
  console.log(`|---|${'---|'.repeat(faults.size + 1)}`)
  let broken = 0
  for (const name of names) {
    const cells = []
    const keys = new Set()
    let keyless = false
    for (const [fault, how] of faults) {
      const { posts, seconds, keys: sent, calm } = await count(name, how)
      for (const key of sent) key === undefined ? (keyless = true) : keys.add(key)
      const honoured = posts > 1 && calm >= RETRY_AFTER * 1000 - 10
      cells.push(
        how.timed && posts > 1
          ? `${posts} in ${seconds.toFixed(1)} s, header ${honoured ? 'honoured' : 'ignored'}`
          : String(posts),
      )
      if (name === 'ours' && (how.timed ? posts > 1 && !honoured : posts !== 1)) {
        broken++
        console.error(`ours broke its promise: ${fault}: ${posts} POSTs`)
      }
    }
    console.log(
      `| ${name} | ${cells.join(' | ')} | ${keys.size === 0 ? 'none' : keyless ? 'some' : keys.size === faults.size ? 'one per call' : `${keys.size}`} |`,
    )
  }
  return broken
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await faultMatrix()) > 0 ? 1 : 0
