/** What a backup holds, and what is not restored: in this process, on SQLite. `backup.system.test.ts` does it beside services. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InputError } from '../src/base/input-error.js'
import { makeBackup } from '../src/commands/administration/backup-folder.js'
import { runCommand } from '../src/commands/administration/run.js'
import { savedRows, type SavedRows } from '../src/commands/administration/saved-rows.js'
import { readSqlite, takenOf } from '../src/commands/administration/sqlite-rows.js'
import { lockFolder } from '../src/keep/data/folder-lock.js'
import { makeDataFolder, placesIn } from '../src/keep/data/folder.js'
import { storedSecret, writeSecret } from '../src/keep/data/secret.js'
import { migrations as postgresMigrations } from '../src/keep/store/postgres/migrations.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'

async function run(dataDirectory: string, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
  return lines
}

const secret = Buffer.alloc(32, 7)
const prompt = 'a\u2028boat 船'

/** A data folder with an account, a task whose file is there, and a secret; and a backup of it. */
async function backedUp() {
  const folder = temporaryFolder()
  const places = placesIn(folder)
  makeDataFolder(places)
  const stores = await openSqliteStores(places.database)
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
  const task = newTask({ parameters: { prompt } })
  await stores.tasks.submit({ task })
  await stores.close()
  writeSecret(places.secret, secret)
  const file = join('results', `${task.id}.png`)
  mkdirSync(join(places.files, 'results'))
  writeFileSync(join(places.files, file), 'a picture')
  const place = temporaryFolder()
  const target = join(place, 'made', 'backup')
  const lines = await run(folder, 'backup', target)
  return { folder, target, task, file, lines, place: join(place, 'made') }
}

/** What a folder holds of the accounts and tasks, each column as it is stored. */
async function rowsIn(folder: string): Promise<unknown[][]> {
  const database = await openSqlite(join(folder, 'tasks.db'))
  try {
    return ['account', 'task', 'ledger'].map((table) =>
      database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all(),
    )
  } finally {
    database.close()
  }
}

/** A backup of PostgreSQL with the rows of one of SQLite. */
async function asRows(backup: string): Promise<string> {
  const folder = temporaryFolder()
  await readSqlite(backup, { work: temporaryFolder() }, async ({ rows, ...saved }: SavedRows) => {
    for (const table of Object.keys(saved.tables)) {
      writeFileSync(join(folder, `${table}.jsonl`), '')
      for await (const row of rows(table)) appendFileSync(join(folder, `${table}.jsonl`), `${row}\n`)
    }
    writeFileSync(join(folder, 'backup.json'), JSON.stringify(saved))
  })
  return folder
}

/** Changes the text of a file of a backup. */
function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

test('a backup holds the database, every file, the secret and when it was begun, for its owner alone, and nothing beside it', async () => {
  const before = Date.now()
  const { target, place, file, lines } = await backedUp()
  expect(lines).toEqual(['1 task, the database verified'])
  expect([readdirSync(place), readdirSync(target).toSorted()]).toEqual([
    ['backup'],
    ['files', 'result-url-secret', 'taken.json', 'tasks.db'],
  ])
  expect(readFileSync(join(target, 'files', file), 'utf8')).toBe('a picture')
  expect(storedSecret(join(target, 'result-url-secret'))).toEqual(secret)
  for (const name of ['tasks.db', 'taken.json']) expect(statSync(join(target, name)).mode & 0o777, name).toBe(0o600)
  expect(statSync(place).mode & 0o777, 'a folder that was made for it').toBe(0o700)
  expect(takenOf(target)).toBeGreaterThanOrEqual(before)
  expect(takenOf(target)).toBeLessThanOrEqual(Date.now())
})

test('a database on which no service has run is backed up and restored without a secret', async () => {
  const [folder, to] = [temporaryFolder(), temporaryFolder()]
  await run(folder, 'account', 'add', 'Guest')
  const target = join(temporaryFolder(), 'backup')
  await run(folder, 'backup', target)
  expect(readdirSync(target).toSorted()).toEqual(['taken.json', 'tasks.db'])
  const tables = await readSqlite(target, { work: temporaryFolder() }, async (saved) => Object.keys(saved.tables))
  expect([tables.includes('account'), tables.includes('secret')]).toEqual([true, false])
  expect(await run(to, 'restore', target)).toEqual(['0 tasks, the database verified'])
  expect(await run(to, 'account', 'list')).toEqual(await run(folder, 'account', 'list'))
})

test('a restored folder has every row, file and secret of the one that was saved, and is no longer being restored', async () => {
  const { folder, target, file } = await backedUp()
  const to = temporaryFolder()
  const lines = await run(to, 'restore', target)
  expect(lines[0]).toBe('1 task, the database verified')
  expect(readFileSync(join(to, 'files', file), 'utf8')).toBe('a picture')
  expect(storedSecret(placesIn(to).secret)).toEqual(secret)
  expect(existsSync(placesIn(to).restoring)).toBe(false)
  expect(statSync(placesIn(to).database).mode & 0o777).toBe(0o600)
  const [accounts, , ledger] = await rowsIn(folder)
  expect(await rowsIn(to)).toEqual([accounts, [expect.objectContaining({ id: expect.any(String) })], ledger])
  ;(await lockFolder(to)).release()
})

test('a backup of PostgreSQL is restored into a data folder, its truth values and objects as SQLite keeps them', async () => {
  const { folder, target } = await backedUp()
  const backup = await asRows(target)
  const { rows: _, ...saved } = savedRows(backup)
  expect(saved).toMatchObject({ version: postgresMigrations.length, tables: { account: 2, task: 1, secret: 1 } })
  expect(saved.at, 'when the rows were read').toBe(takenOf(target))
  expect(Object.keys(saved.tables)).not.toContain('process')
  edit(join(backup, 'secret.jsonl'), (text) => `${text}{"name":"another","value":"\\\\x${'00'.repeat(32)}"}\n`)
  edit(join(backup, 'backup.json'), (text) => text.replace('"secret":1', '"secret":2'))
  edit(join(backup, 'account.jsonl'), (text) => text.replaceAll('"unlimited":1', '"unlimited":true'))
  edit(join(backup, 'task.jsonl'), (text) =>
    text.replace(/"parameters":("(?:[^"\\]|\\.)*")/, (_all, quoted: string) => `"parameters":${JSON.parse(quoted)}`),
  )
  const to = temporaryFolder()
  expect((await run(to, 'restore', backup))[0]).toBe('1 task, the database verified')
  expect(storedSecret(placesIn(to).secret)).toEqual(secret)
  const [accounts, , ledger] = await rowsIn(folder)
  const [restored, [task] = [], restoredLedger] = (await rowsIn(to)) as [unknown, Record<string, string>[], unknown]
  expect([restored, restoredLedger]).toEqual([accounts, ledger])
  expect(JSON.parse(task?.['parameters'] ?? '')).toEqual({ prompt })
})

test.each([499, 500, 501, 1000])('a table of %i rows is restored with each of them', async (count) => {
  const backup = temporaryFolder()
  const row = (_: unknown, id: number): string => `{"id":"session ${id}","until":${id}}\n`
  writeFileSync(join(backup, 'ended_session.jsonl'), Array.from({ length: count }, row).join(''))
  const manifest = { version: postgresMigrations.length, tables: { ended_session: count } }
  writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest))
  const to = temporaryFolder()
  await run(to, 'restore', backup)
  const database = await openSqlite(join(to, 'tasks.db'))
  const found = database.prepare('SELECT count(*) AS rows, sum(until) AS sum FROM ended_session').get()
  database.close()
  expect(found).toEqual({ rows: count, sum: (count * (count - 1)) / 2 })
})

test.each<[string, (backup: string) => void, string]>([
  [
    'a row less',
    (at) => edit(join(at, 'account.jsonl'), (text) => text.slice(0, text.indexOf('\n') + 1)),
    'account.jsonl holds 1 rows and the backup had 2; it is damaged',
  ],
  [
    'a row too many',
    (at) => edit(join(at, 'backup.json'), (text) => text.replace('"account":2', '"account":null')),
    'account.jsonl holds 2 rows and the backup had 0; it is damaged',
  ],
  ['a table away', (at) => rmSync(join(at, 'task.jsonl')), 'task.jsonl is missing; the backup is damaged'],
  [
    'a row that is cut off',
    (at) => edit(join(at, 'task.jsonl'), (text) => text.slice(0, 20)),
    'task.jsonl holds a row that cannot be read; it is damaged',
  ],
  [
    'a secret that is not one',
    (at) => edit(join(at, 'secret.jsonl'), (text) => text.replace(/"value":"[^"]*"/, '"value":null')),
    'secret.jsonl holds a row that cannot be read; it is damaged',
  ],
  [
    'a column too many',
    (at) => edit(join(at, 'task.jsonl'), (text) => text.replace('{', '{"colour":"red",')),
    'the backup has a column task.colour, which is not known here',
  ],
  [
    'a table with another name',
    (at) => edit(join(at, 'backup.json'), (text) => text.replace('"tables":{', '"tables":{"a; DROP":0,')),
    'a; DROP is not a table of this service',
  ],
])('a backup of PostgreSQL with %s does not become a data folder, which says so', async (_what, damage, message) => {
  const { target } = await backedUp()
  const [damaged, to] = [await asRows(target), temporaryFolder()]
  damage(damaged)
  const refused = run(to, 'restore', damaged)
  await expect(refused).rejects.toThrow(InputError)
  await expect(refused).rejects.toThrow(message)
  expect(existsSync(placesIn(to).database)).toBe(false)
  await expect(run(to, 'account', 'list')).rejects.toThrow('or that was interrupted')
})

test.each<[string, (version: number) => string, string]>([
  [
    'of a newer version',
    (version) => `{"version":${version + 1},"tables":{}}`,
    'was written by a newer version of the service',
  ],
  [
    'of an earlier version',
    (version) => `{"version":${version - 1},"tables":{}}`,
    'was saved from PostgreSQL by an earlier version; restore it into PostgreSQL with this one, and back that up',
  ],
  ['without a version', () => '{"tables":{}}', 'backup.json cannot be read'],
  ['without tables', (version) => `{"version":${version}}`, 'backup.json cannot be read'],
  ['that is not JSON', () => '{"version"', 'backup.json cannot be read'],
])('a backup %s is rejected before anything is written', async (_what, manifest, message) => {
  const [backup, to] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(backup, 'backup.json'), manifest(postgresMigrations.length))
  await expect(run(to, 'restore', backup)).rejects.toThrow(message)
  expect(existsSync(placesIn(to).restoring)).toBe(false)
  expect(readdirSync(to).filter((name) => name.startsWith('tasks.db'))).toEqual([])
})

test('a backup of which the database is damaged or newer is rejected before anything is written', async () => {
  const { target } = await backedUp()
  const to = temporaryFolder()
  const database = await openSqlite(join(target, 'tasks.db'))
  database.exec('PRAGMA user_version = 999')
  database.close()
  await expect(run(to, 'restore', target)).rejects.toThrow(
    'was written by a newer version of the service (its format is 999',
  )
  await expect(readSqlite(target, { work: temporaryFolder() }, async () => 1)).rejects.toThrow('its format is 999')
  writeFileSync(join(target, 'tasks.db'), 'damaged '.repeat(2000))
  await expect(run(to, 'restore', target)).rejects.toThrow(/tasks\.db cannot be read: file is not a database/)
  expect(readdirSync(to)).toEqual([])
})

test('a folder that holds a database, or files of others, is not restored into, and neither loses what it holds', async () => {
  const { folder, target } = await backedUp()
  const to = temporaryFolder()
  await expect(run(folder, 'restore', target)).rejects.toThrow(
    `${folder} is not empty; give MODEL_TASKS_DATA an empty folder`,
  )
  expect((await rowsIn(folder))[0]).toHaveLength(2)
  // Nor where it has no file yet.
  const young = temporaryFolder()
  await run(young, 'account', 'add', 'Guest')
  await expect(run(young, 'restore', target)).rejects.toThrow(`${young} is not empty; give MODEL_TASKS_DATA an empty`)
  expect((await rowsIn(young))[0]).toMatchObject([{ name: 'Guest' }])
  expect(existsSync(placesIn(young).restoring)).toBe(false)
  mkdirSync(join(to, 'files', 'assets'), { recursive: true })
  writeFileSync(join(to, 'files', 'assets', 'one'), 'of another service')
  await expect(run(to, 'restore', target)).rejects.toThrow(`${to} is not empty`)
  expect(existsSync(placesIn(to).restoring), 'a restore that has not begun').toBe(false)
  // As one that was interrupted leaves it.
  writeFileSync(placesIn(to).restoring, '')
  await expect(run(to, 'restore', target)).rejects.toThrow(
    'holds assets/one, which is not of this backup; restore the one that was begun there, or into an empty place',
  )
  expect(existsSync(placesIn(to).restoring), 'it still has to be ended').toBe(true)
})

test('a folder in use is neither restored into nor restored from', async () => {
  const { folder, target } = await backedUp()
  const to = temporaryFolder()
  const lock = await lockFolder(folder)
  await expect(run(to, 'restore', folder)).rejects.toThrow(
    `${folder} is the data folder of a running service, not a backup`,
  )
  await expect(run(folder, 'restore', target)).rejects.toThrow('in use by another service')
  lock.release()
  expect((await run(to, 'restore', folder))[0]).toBe('1 task, the database verified')
  // Each command has left the folders that it took.
  for (const one of [folder, to]) (await lockFolder(one)).release()
})

test('a backup that fails, or comes second, is not there, not even in part', async () => {
  const target = join(temporaryFolder(), 'backup')
  const failed = new Error('disk full')
  await expect(
    makeBackup(target, async (part) => {
      writeFileSync(join(part, 'half'), '')
      throw failed
    }),
  ).rejects.toBe(failed)
  expect(readdirSync(join(target, '..'))).toEqual([])
  let second: Promise<number> | undefined
  const first = await makeBackup(target, async (part) => {
    writeFileSync(join(part, 'first'), '')
    return 1
  }).then((answer) => {
    second = makeBackup(target, async () => 2)
    return answer
  })
  expect(first).toBe(1)
  const rejected: unknown = await second?.catch((error: unknown) => error)
  expect(rejected).toEqual(new InputError(`${target} exists; give a folder that does not`))
  const other = `${target}-2`
  await expect(makeBackup(other, async () => mkdirSync(other))).rejects.toThrow('exists; give a folder that does not')
  expect(readdirSync(join(target, '..')).toSorted()).toEqual(['backup', 'backup-2'])
  expect(readdirSync(target)).toEqual(['first'])
  let begun = false
  await expect(makeBackup(target, async () => (begun = true))).rejects.toThrow('exists')
  expect(begun, 'nothing is read for one that cannot be').toBe(false)
})

test('a backup does not say when it was made where its note cannot be read, and is one all the same', async () => {
  const { target } = await backedUp()
  for (const note of ['x', '{"at":"then"}', '[]']) {
    writeFileSync(join(target, 'taken.json'), note)
    expect(takenOf(target)).toBeUndefined()
  }
  rmSync(join(target, 'taken.json'))
  expect(takenOf(target)).toBeUndefined()
  expect((await run(temporaryFolder(), 'restore', target))[0]).toBe('1 task, the database verified')
})
