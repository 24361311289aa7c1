// What a client adds to one request: a query through it, against the same `fetch` called bare. The network is left out:
// the answer comes from memory, so that only the work of the client is seen.
import { fileURLToPath } from 'node:url'
import { names, oursOnly, openClient, statusFor, taskAs } from './clients.mjs'

const [ROUNDS, WARM_UPS, CALLS] = oursOnly ? [1, 1, 100] : [15, 3, 400]

const sendFor = (name) => {
  const text = JSON.stringify({ ...taskAs('task', true), status: statusFor(name, true) })
  return async () => new Response(text, { status: 200, headers: { 'content-type': 'application/json' } })
}

async function perCall(call) {
  const began = performance.now()
  for (let index = 0; index < CALLS; index++) await call()
  return ((performance.now() - began) * 1000) / CALLS
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1]

export async function addedTimes() {
  const measured = []
  for (const name of names) {
    const send = sendFor(name)
    const client = await openClient(name, { origin: 'http://127.0.0.1:1', send })
    if (client.query)
      measured.push({ name, bare: async () => (await send()).json(), call: () => client.query('task'), added: [] })
  }
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const entry of measured) {
      const bare = await perCall(entry.bare)
      const whole = await perCall(entry.call)
      if (round >= 0) entry.added.push(whole - bare)
    }
  }
  const own = median(measured.find(({ name }) => name === 'ours').added)
  console.log(
    `\nTime added to one query, median of ${ROUNDS} rounds of ${CALLS} calls:\n\n| client | added µs | times ours |\n|---|---|---|`,
  )
  for (const { name, added } of measured)
    console.log(`| ${name} | ${median(added).toFixed(0)} | ${(median(added) / own).toFixed(1)} |`)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await addedTimes()
