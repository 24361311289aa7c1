// A standard EventSource hears the end of each task once, also where its connection is cut in between. The place comes in
// as JSON in RUNTIME_PLACE; the results go out as one line. A runtime without one gets that of the package `eventsource`.
const { url, apiKey } = JSON.parse(process.env.RUNTIME_PLACE)
const own = globalThis.EventSource
const packaged = (await import('eventsource')).EventSource

const ask = async (path, body = {}) =>
  (await fetch(`${url}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()

/** Hears two ends: one, and after a cut, during which the other happens, that one. */
async function hears(by, Source, address, init) {
  const [first, second] = await ask('tasks', { by, count: 2 })
  const source = new Source(address(first, second), init)
  const heard = []
  let opened = 0
  let changed = () => {}
  source.addEventListener('open', () => {
    opened += 1
    changed()
  })
  source.addEventListener('error', () => changed())
  source.addEventListener('task.failed', ({ lastEventId, data }) => {
    heard.push({ lastEventId, id: JSON.parse(data).data.id })
    changed()
  })
  const until = async (holds) => {
    while (!holds())
      if (late) throw new Error(`after 30 s only ${JSON.stringify(heard)} was heard`)
      else await new Promise((resolve) => (changed = resolve))
  }
  let late = false
  const timer = setTimeout(() => {
    late = true
    changed()
  }, 30_000)
  try {
    await until(() => opened === 1)
    await ask('end', { id: first })
    await until(() => heard.length === 1)
    await ask('cut')
    await ask('end', { id: second })
    await until(() => heard.length === 2)
    // A stream that has nothing left to tell is over: it is not asked for again and again.
    if (by === 'proxy') await until(() => source.readyState === Source.CLOSED || heard.length > 2)
  } finally {
    clearTimeout(timer)
    source.close()
  }
  const asked = await ask('asked')
  assertSame(
    heard.map(({ id }) => id),
    [first, second],
  )
  assertSame(
    asked.slice(0, 2).map(({ status }) => status),
    [200, 200],
  )
  assertSame(
    asked.slice(0, 2).map(({ after }) => after),
    [null, heard[0].lastEventId],
  )
  if (by === 'proxy') assertSame(asked.slice(2), [{ after: heard[1].lastEventId, status: 204 }])
}

const throughProxy = (first, second) =>
  `${url}/proxy/api/v2/model-center/events?task=${encodeURIComponent(first)}&task=${encodeURIComponent(second)}`
const atService = () => `${url}/api/v2/model-center/events`
const withKey = (input, init) =>
  fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${apiKey}` } })

const promises = {
  ...(own === undefined ? {} : { 'its own EventSource, through a proxy': () => hears('proxy', own, throughProxy) }),
  'that of the package, through a proxy': () => hears('proxy', packaged, throughProxy),
  'that of the package, with a key': () => hears('service', packaged, atService, { fetch: withKey }),
}

// That of Node does not keep its process alive while it waits to connect again.
setInterval(() => {}, 60_000)
const results = []
for (const [name, promise] of Object.entries(promises)) {
  try {
    await promise()
    results.push({ name })
  } catch (error) {
    results.push({ name, error: String(error?.message ?? error) })
  }
}
if (own === undefined) results.push({ name: 'its own EventSource', note: 'this runtime has none' })
console.log(`RESULTS ${JSON.stringify(results)}`)
process.exit(0)

function assertSame(seen, wanted) {
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`)
}
