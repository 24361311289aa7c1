import { execFileSync } from 'node:child_process'
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres, type PostgresServer } from './postgres-server.js'

/** An asynchronous standby of a server. */
export interface Standby {
  /** Its address, for reading until it is promoted. */
  url: string
  /** Resolves once it has replayed what its primary has committed by now. */
  caughtUp(): Promise<void>
  /** Cuts the network between the two: what the primary commits from now on never arrives. */
  cut(): void
  /** Makes it a primary of its own. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Starts a standby on a base backup that is made while the primary runs. */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const { hostname, port, username, password } = new URL(primary.url)
  const network = await cuttable(hostname, Number(port))
  const server = await startPostgres({
    fill: (data) => baseBackup(primary, data),
    settings: {
      fsync: 'off',
      primary_conninfo: `host=127.0.0.1 port=${network.port} user=${username} password=${password}`,
      wal_receiver_status_interval: '1',
    },
  })
  return {
    url: server.url,
    async caughtUp() {
      const [[committed]] = [await ask(primary.url, 'SELECT pg_current_wal_flush_lsn()::text AS answer')]
      for (;;) {
        const reached = `SELECT (pg_last_wal_replay_lsn() >= '${String(committed)}'::pg_lsn)::text AS answer`
        if ((await ask(server.url, reached))[0] === 'true') return
      }
    },
    cut() {
      network.close()
    },
    async promote() {
      await ask(server.url, 'SELECT pg_promote(true, 60)::text AS answer')
    },
    async stop() {
      network.close()
      await server.stop()
    },
  }
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<{ answer: unknown }>(text)).rows.map(({ answer }) => answer)
  } finally {
    await client.end()
  }
}

/** What `pg_basebackup` does, which does not come with the server. */
async function baseBackup(primary: PostgresServer, data: string): Promise<void> {
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query(`SELECT pg_backup_start('standby', fast => true)`)
  execFileSync('/bin/cp', ['-a', primary.data, data])
  const { rows } = await client.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
  )
  await client.end()
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true })
  const { uid, gid } = statSync(data)
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(data, name), text, { mode: 0o600 })
    chownSync(join(data, name), uid, gid)
  }
}

/** A way to a server that can be cut, and then leads to another one. */
export interface Way {
  port: number
  /** Cuts what is connected, and leads to that port from now on. */
  to(port: number): void
  close(): void
}

/** Opens a way to a server on a port of its own. */
export async function cuttable(host: string, first: number): Promise<Way> {
  let port = first
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const way = createServer((near) => {
    const far = connect(port, host)
    for (const socket of [near, far]) keep(socket)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (way.address() as AddressInfo).port,
    to(other) {
      port = other
      cut()
    },
    close() {
      way.close()
      cut()
    },
  }
}
