// Prints how many submits one service writes to PostgreSQL, beside pgbench that writes the same on the same server in turn.
// Then what the triggers cost each of them that count credits by upstream and by budget, by turning them off in turn.
// Usage: node test/bench/submits/run.mjs [seconds of each measurement, 6 unless told]   (built first: npm run build; pgbench in the PATH)
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgresStores } from '../../../packages/service/dist/keep/store/postgres/open.js'
import { taskIds } from '../../../packages/service/dist/domain/task/id.js'
import { startPostgres } from '../../../packages/service/test/support/postgres-server.js'

const seconds = Number(process.argv[2] ?? 6)
const atATime = 64
const accounts = 1000
const rounds = 3
const parameters = { prompt: 'A paper boat at dusk, drifting down a rainy street. '.repeat(2), duration: 5 }

const hasPgbench = spawnSync('pgbench', ['--version']).error === undefined
if (!hasPgbench) console.log('without pgbench, which is not in the PATH\n')
/** Triggers that count with each submit, by table. */
const counting = {
  'credits by upstream': { task: ['count_credits_of_tasks'], ledger: ['count_credits_of_ends'] },
  budgets: { task: ['count_new_tasks'] },
}

const id = `concat('task_', lpad(nextval('bench')::text, 26, '0'))`
const account = `concat('account_', (:account)::int)`
const insertTask = (of) =>
  `INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before) VALUES (${of}, ${account}, 'sd_2.0_discount', 'video', '${JSON.stringify(parameters)}', 'queued', 1, 1000, 'bulk', 'waiting', 1);`
const scripts = {
  'pgbench, the row alone': insertTask(id),
  'pgbench, with the credits it holds': `BEGIN;
SELECT ${id} AS id \\gset
UPDATE account SET available = available - 1000, held = held + 1000 WHERE id = ${account};
INSERT INTO ledger (account, subject, step, kind, available, held, created) VALUES (${account}, :id, 0, 'hold', -1000, 1000, 1);
${insertTask(':id')}
COMMIT;`,
}

const folder = mkdtempSync(join(tmpdir(), 'model-tasks-submits-'))
const server = await startPostgres({ settings: { shared_buffers: '128MB', max_wal_size: '2GB' } })
const stores = await openPostgresStores(server.url)
try {
  for (let index = 0; index < accounts; index += 1)
    await stores.accounts.addAccount({
      id: `account_${index}`,
      name: `Account ${index}`,
      unlimited: false,
      credits: 1e13,
      created: 1,
    })
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query('CREATE SEQUENCE bench')
  await admin.query('VACUUM ANALYZE')
  await admin.end()
  const peers = hasPgbench ? Object.entries(scripts) : []
  const titles = ['ours', ...peers.map(([title]) => title)]
  console.log(
    `submits per second, ${atATime} at a time; load of the machine before: ${loadavg()[0].toFixed(1)}\n\n| ${titles.join(' | ')} |\n|${titles.map(() => '---|').join('')}`,
  )
  for (let round = 0; round < rounds; round += 1) {
    const row = [await ours()]
    for (const [, script] of peers) row.push(pgbench(script))
    console.log(`| ${row.map((rate) => rate.toFixed(0)).join(' | ')} |`)
  }
  if (process.platform === 'linux') await triggers()
} finally {
  await stores.close()
  await server.stop()
  rmSync(folder, { recursive: true })
}

/** The processor time of the server for a submit with all triggers, and without some, in turn. */
async function triggers() {
  const cases = [
    ['all triggers', []],
    ...Object.keys(counting).map((name) => [`without ${name}`, [name]]),
    ['without both', Object.keys(counting)],
  ]
  console.log(
    `\n| µs of the server's processor time per submit (submits per second) |\n| ${cases.map(([title]) => title).join(' | ')} |\n|${cases.map(() => '---|').join('')}`,
  )
  const admin = new pg.Client(server.url)
  await admin.connect()
  const turn = async (names, how) => {
    for (const [table, all] of names.flatMap((name) => Object.entries(counting[name])))
      for (const trigger of all) await admin.query(`ALTER TABLE ${table} ${how} TRIGGER ${trigger}`)
  }
  for (let round = 0; round < 2 * rounds; round += 1) {
    const row = []
    // Each begins a round in turn: the tables grow.
    for (let index = 0; index < cases.length; index += 1) {
      const at = (index + round) % cases.length
      const [, names] = cases[at]
      await turn(names, 'DISABLE')
      const before = processorTime(server.pid)
      const rate = await ours()
      row[at] = `${(((processorTime(server.pid) - before) / rate / seconds) * 1e6).toFixed(0)} (${rate.toFixed(0)})`
      await turn(names, 'ENABLE')
    }
    console.log(`| ${row.join(' | ')} |`)
  }
  await admin.end()
}

/** Seconds of processor time of the connections of a server, of those that are open: a checkpoint or a vacuum is not one. */
function processorTime(pid) {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith('postgres: postgres postgres')) continue
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      if (fields[1] === pid) ticks += fields[11] + fields[12]
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / 100
}

function pgbench(script) {
  const path = join(folder, 'script.sql')
  writeFileSync(path, `\\set account random(0, ${accounts - 1})\n${script}\n`)
  const options = [
    '-n',
    '-c',
    String(atATime),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-M',
    'prepared',
    '-f',
    path,
    server.url,
  ]
  const said = execFileSync('pgbench', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return Number(/tps = ([\d.]+)/.exec(said)?.[1])
}

async function ours() {
  const newId = taskIds(() => Date.now())
  const until = Date.now() + seconds * 1000
  let count = 0
  const submit = async () => {
    while (Date.now() < until) {
      const task = {
        id: newId(),
        account: `account_${Math.floor(Math.random() * accounts)}`,
        model: 'sd_2.0_discount',
        kind: 'video',
        parameters,
        status: 'queued',
        created: Date.now(),
        progress: 0,
        amount: 1000,
        queue: 'bulk',
        faults: 0,
        submission: { state: 'none' },
      }
      const { outcome } = await stores.tasks.submit({ task })
      if (outcome !== 'accepted') throw new Error(`the submit was not accepted: ${outcome}`)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atATime }, submit))
  return count / seconds
}
