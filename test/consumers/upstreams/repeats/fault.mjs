// Loaded into the process of a service before it: spoils the answer to the next POST, as the parent process says, and reports each POST.
import { Server } from 'node:http'

const { emit } = Server.prototype
let fault

// A service whose test was killed ends with it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.on('message', (next) => {
  fault = next.fault
  process.send({ armed: fault ?? 'none' })
})

Server.prototype.emit = function emitWithFault(event, request, response) {
  if (
    event !== 'request' ||
    request.method !== 'POST' ||
    !/^\/(?:native\/|v1\/|api\/v2\/model-center\/tasks$)/.test(request.url)
  )
    return Reflect.apply(emit, this, [event, request, response])
  const now = fault
  fault = undefined
  process.send({ post: request.url })
  if (now === '503 before' || now === '429') {
    request.resume()
    const [status, headers] = now === '429' ? [429, { 'retry-after': '1' }] : [503, {}]
    answer(response, status, headers)
    return true
  }
  if (now !== undefined) spoil(response, now)
  return Reflect.apply(emit, this, [event, request, response])
}

function answer(response, status, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message: `HTTP ${status}`, code: 'fault' }, detail: `HTTP ${status}` }))
}

/** What becomes of an answer once the work is done. */
const spoilers = {
  reset: ({ socket }) => socket.resetAndDestroy(),
  '500 after': (response) => answer(response, 500),
  timeout: () => undefined,
  killed: () => process.kill(process.pid, 'SIGKILL'),
  // The service has handed it out whole, and something between the two loses it.
  'lost on the way': (response) => {
    const { socket } = response
    response.emit('finish')
    socket.resetAndDestroy()
  },
}

function spoil(response, now) {
  const own = { writeHead: response.writeHead, write: response.write, end: response.end }
  response.writeHead = () => response
  response.write = () => true
  response.end = () => {
    Object.assign(response, own)
    spoilers[now](response)
    return response
  }
}
