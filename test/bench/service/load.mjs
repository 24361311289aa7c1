// A load of its own on raw sockets: the same prepared bytes again and again, a request in flight on each connection.
// Far cheaper than the servers it measures. Run as a process: argv is one JSON object; prints one JSON object.
import { connect } from 'node:net'

const { port, head, body, connections, seconds } = JSON.parse(process.argv[2])
const request = Buffer.from(
  `${head}\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n${body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`,
)
let answered = 0
let refused = 0
let running = true
const waits = []

const ended = Array.from(
  { length: connections },
  () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let pending = ''
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(request)
      }
      socket.setNoDelay(true)
      socket.once('connect', send)
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        pending += chunk.latin1Slice()
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = Number(/content-length: (\d+)/i.exec(pending)[1])
        if (pending.length < end + 4 + length) return
        if (pending.startsWith('HTTP/1.1 200')) answered += 1
        else refused += 1
        pending = ''
        waits.push(performance.now() - sentAt)
        if (running) send()
        else {
          socket.destroy()
          resolve()
        }
      })
    }),
)

const began = performance.now()
setTimeout(() => {
  running = false
}, seconds * 1000)
await Promise.all(ended)
const took = (performance.now() - began) / 1000
waits.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    perSecond: answered / took,
    refused,
    p50: waits[waits.length >> 1],
    p99: waits[Math.floor(waits.length * 0.99)],
  }),
)
