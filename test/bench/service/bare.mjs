// The yardstick: node:http that answers the same bytes and does nothing else. It reads and parses a submit's body.
import { createServer } from 'node:http'

const task = {
  id: 'task_01m7yjess48s354nwdk1dnn04r',
  object: 'image',
  created: 1795248580,
  model: 'beta-5.0',
  status: 'queued',
  progress: 0,
  error: null,
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    answer(response)
    return
  }
  const chunks = []
  request.on('data', (chunk) => {
    chunks.push(chunk)
  })
  request.on('end', () => {
    if (typeof JSON.parse(Buffer.concat(chunks).toString()).model === 'string') answer(response)
    else response.writeHead(400).end()
  })
})

function answer(response) {
  const body = JSON.stringify(task)
  response.writeHead(200, {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

server.listen(0, '127.0.0.1', () => {
  console.log(`  API    http://127.0.0.1:${server.address().port}`)
})
