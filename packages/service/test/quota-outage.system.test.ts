import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { image, testService } from './support/service.js'

test.skipIf(noPostgres !== undefined)(
  'a submit for which the disk of PostgreSQL has no room uses up no quota',
  async () => {
    const [databaseUrl, dataDirectory] = [await emptyDatabase(), temporaryFolder()]
    const { call } = await testService({ databaseUrl, dataDirectory })
    const run = async (...words: string[]): Promise<string> => {
      const lines: string[] = []
      const place = { dataDirectory, databaseUrl, callbacks: undefined }
      await runCommand(words, place, (line) => lines.push(line), Date.now)
      return lines[0] ?? ''
    }
    const account = (await run('account', 'add', 'Guest')).split(/ +/)[1] ?? ''
    const key = await run('key', 'add', account, 'tasks=2')
    const submit = async (): Promise<number> =>
      (await call('POST', '/tasks', { body: image, headers: { authorization: `Bearer ${key}` } })).status
    const admin = new pg.Client(databaseUrl)
    await admin.connect()
    onTestFinished(() => admin.end())
    await admin.query(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON task FOR EACH ROW EXECUTE FUNCTION no_room()`,
    )
    expect([await submit(), await submit(), await submit()]).toEqual([503, 503, 503])
    await admin.query('DROP TRIGGER no_room ON task')
    expect([await submit(), await submit(), await submit()]).toEqual([200, 200, 429])
  },
)
