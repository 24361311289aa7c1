import { createRequire } from 'node:module'
import { realPath } from './disk.js'
import type { SimulatedProcess } from './machine.js'
import { currentProcess } from './world.js'

/**
 * Stands in the place of the package of SQLite: the same engine, on the disks of the world. A process that ends loses its locks
 * and what it has not committed, as with the operating system.
 */

interface Real {
  exec(sql: string): void
  prepare(sql: string): {
    run(...values: unknown[]): unknown
    get(...values: unknown[]): unknown
    all(...values: unknown[]): unknown[]
  }
  close(): void
}

function realModule(): { DatabaseSync: new (path: string) => Real } {
  const builtIn: unknown = process.getBuiltinModule('node:sqlite')
  const found: unknown = builtIn ?? createRequire(import.meta.url)('@photostructure/sqlite')
  return found as { DatabaseSync: new (path: string) => Real }
}

const { DatabaseSync: RealDatabase } = realModule()

export class DatabaseSync {
  readonly #real: Real
  readonly #process: SimulatedProcess | undefined
  #closed = false

  constructor(path: string) {
    this.#process = currentProcess()
    this.#real = new RealDatabase(this.#process === undefined ? path : realPath(this.#process, path))
    this.#process?.onGone(() => {
      this.#abandon()
    })
  }

  exec(sql: string): void {
    this.#real.exec(sql)
  }

  prepare(sql: string) {
    const statement = this.#real.prepare(sql)
    const owner = this.#process
    if (owner === undefined || !sql.startsWith('VACUUM INTO')) return statement
    return {
      run: (...values: unknown[]) =>
        statement.run(...values.map((value) => (typeof value === 'string' ? realPath(owner, value) : value))),
      get: statement.get.bind(statement),
      all: statement.all.bind(statement),
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#real.close()
  }

  #abandon(): void {
    if (this.#closed) return
    try {
      this.#real.exec('ROLLBACK')
    } catch {
      // No transaction was open.
    }
    this.close()
  }
}
