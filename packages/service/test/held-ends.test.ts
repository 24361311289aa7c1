/** Bodies that are read more slowly than they come, over a connection that ends with them. */
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { guardedFetch } from '../src/base/net/guarded-fetch.js'
import { post } from '../src/run/webhooks/post.js'

/** A host that answers every request with so many bytes, and then does this to the connection. */
async function host(head: string, bytes: number, end: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(`HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\n${head}\r\n`)
      socket.write(Buffer.alloc(bytes, 1), () => {
        end(socket)
      })
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const closes = (socket: Socket): void => {
  socket.end()
}
const resets = (socket: Socket): void => {
  socket.resetAndDestroy()
}

// What is left unread when the end comes lies between what the fetch keeps and what the socket keeps.
const sizes = [65_536, 100_000, 130_000, 300_000]

test.each(sizes)('a body of %i bytes without a length is read whole, however slowly', async (bytes) => {
  const name = await host('', bytes, closes)
  const send = guardedFetch({ allowed: new Set([name]) })
  for (let round = 0; round < 5; round += 1) {
    const { body } = await send(`http://${name}/`)
    await sleep(20)
    let read = 0
    for await (const chunk of body ?? []) {
      read += chunk.byteLength
      await sleep(1)
    }
    expect(read).toBe(bytes)
  }
})

test.each(sizes)('a body of %i bytes that is not read ends no process', async (bytes) => {
  const closing = await host(`content-length: ${bytes}\r\nconnection: close\r\n`, bytes, closes)
  const resetting = await host('', bytes, resets)
  const send = guardedFetch({ allowed: new Set([closing, resetting]) })
  await send(`http://${closing}/`)
  await send(`http://${resetting}/`)
  await sleep(100)
})

test('the receiver of a webhook whose answer has no length ends no process', async () => {
  const name = await host('', 100_000, closes)
  const send = guardedFetch({ allowed: new Set([name]), keepAlive: false })
  const signal = AbortSignal.timeout(5000)
  const outcome = await post(send, `http://${name}/`, { headers: {}, body: '{}', signal, now: 0 })
  expect(outcome).toMatchObject({ status: 200 })
  await sleep(50)
})
