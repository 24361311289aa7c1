import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noPostgres, startPostgres } from '../../packages/service/test/support/postgres-server.js'

export { noPostgres }

/**
 * Starts a PostgreSQL whose schedule the simulation decides. It trusts all who connect: a password is
 * hashed in threads, at a time that no seed knows.
 */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-simulation-server-'))
  chmodSync(folder, 0o755)
  const access = join(folder, 'pg_hba.conf')
  writeFileSync(access, 'host all all 127.0.0.1/32 trust\n', { mode: 0o644 })
  const server = await startPostgres({
    settings: {
      hba_file: access,
      // Nothing happens in it by itself, and a deadlock is found at once.
      autovacuum: 'off',
      deadlock_timeout: '1ms',
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
    },
  })
  return {
    variable: { MODEL_TASKS_SIMULATION_POSTGRES: server.url },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
