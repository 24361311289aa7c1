// What a submit has to be measured by: node:http that keeps each task in one row of a SQLite file before it answers, and
// does nothing else: no keys, no checks, no credits, no queue. Usage: node durable.mjs <file> request|batch
// `request`: a commit for each request; `batch`: one for all that arrived in the same turn of the event loop.
import { createServer } from 'node:http'
import { DatabaseSync } from '@photostructure/sqlite'

const [path, commits] = process.argv.slice(2)
const database = new DatabaseSync(path)
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; CREATE TABLE task (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID',
)
const insert = database.prepare('INSERT INTO task (id, body) VALUES (?, ?)')
let count = 0
let waiting = []

createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => {
    chunks.push(chunk)
  })
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    if (commits === 'request') commit([{ body, response }])
    else if (waiting.push({ body, response }) === 1) setImmediate(commitWaiting, 0)
  })
}).listen(0, '127.0.0.1', function () {
  console.log(`  API    http://127.0.0.1:${this.address().port}`)
})

/** As long as each turn brings more: a larger batch costs the same fsync. */
function commitWaiting(before) {
  if (waiting.length > before) {
    setImmediate(commitWaiting, waiting.length)
    return
  }
  const batch = waiting
  waiting = []
  commit(batch)
}

function commit(batch) {
  database.exec('BEGIN IMMEDIATE')
  for (const one of batch) {
    one.id = `task_${String((count += 1)).padStart(26, '0')}`
    insert.run(one.id, JSON.stringify(one.body))
  }
  database.exec('COMMIT')
  for (const { id, body, response } of batch) {
    const text = JSON.stringify({
      id,
      object: 'image',
      created: 1795248580,
      model: body.model,
      status: 'queued',
      progress: 0,
      error: null,
    })
    response.writeHead(200, {
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }
}
