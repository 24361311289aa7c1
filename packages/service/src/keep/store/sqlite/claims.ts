import type { TaskRecord } from '../../../domain/task/record.js'
import { number, present, text, type Row } from '../columns.js'
import { fairShare, reach } from '../fair-share.js'
import type { ClaimRequest } from '../task-queue.js'
import { taskFromRow } from '../task-row.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { prepare } from './statements.js'
import type { TaskViews } from './task-views.js'

/** Accounts that are looked at in one transaction: everyone else waits meanwhile. */
const window = 500

/** An account that gets places in a queue, and how many it may get at most. */
interface Candidate {
  account: string
  weight: number
  running: number
  turn: number
  room: number
}

/**
 * Claims waiting tasks in SQLite. What a claim reads depends on how many tasks it may take, and on the accounts that have
 * changed since the last one: the others stand in the order in which they get places, and all that runs is counted
 * already. The same as the function claim_tasks in PostgreSQL.
 */
export class SqliteClaims {
  readonly #group: GroupCommit
  readonly #views: TaskViews
  readonly #now: () => number
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(
    database: SqliteDatabase,
    { group, views, now }: { group: GroupCommit; views: TaskViews; now: () => number },
  ) {
    this.#group = group
    this.#views = views
    this.#now = now
    this.#statements = prepare(database, sql)
  }

  /** Claims tasks. `lives`: whether the claimer may, in the transaction that claims. */
  async claim(owner: string, request: ClaimRequest, lives: () => boolean): Promise<TaskRecord[]> {
    const { queue } = request
    while (this.#toLookAt(queue, this.#now()).length === window)
      await this.#group.run(() => {
        this.#look(queue, this.#now())
      })
    return this.#group.run(() => (lives() ? this.#take(owner, request) : []))
  }

  #take(owner: string, { queue, room, concurrency, last = [] }: ClaimRequest): TaskRecord[] {
    const now = this.#now()
    this.#look(queue, now)
    const running = this.#statements.running.get(queue)
    const here = running === undefined ? 0 : number(running, 'running')
    const places = Math.min(room, (concurrency ?? Infinity) - here)
    const candidates = places > 0 ? this.#candidates(queue, places, last) : []
    const due = (reached: readonly number[]) =>
      fairShare(
        candidates.map((candidate, index) => ({
          ...candidate,
          due: this.#statements.due
            .all(queue, candidate.account, now, reached[index] ?? 0)
            .map((row) => ({ id: text(row, 'id'), notBefore: number(row, 'not_before') })),
        })),
        places,
      )
    let chosen = due(reach(candidates, places))
    // Some of those that wait are not due: then the places reach further.
    if (chosen.length < places) chosen = due(candidates.map((candidate) => candidate.room))
    return chosen
      .flatMap(({ id }) => {
        this.#views.forget(id)
        const row = this.#statements.take.get(owner, id)
        return row === undefined ? [] : [taskFromRow(row)]
      })
      .sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** The accounts that get a place if none before them takes more than one: only these can get any. */
  #candidates(queue: string, places: number, last: readonly string[]): Candidate[] {
    const found: Candidate[] = []
    const take = (row: Row, turn: number): void => {
      const account = text(row, 'account')
      const limit = present(row, 'running_limit') ? number(row, 'running_limit') : Infinity
      const left = limit === Infinity ? limit : limit - this.#everywhere(account)
      if (left <= 0) this.#statements.stop.run(account, queue)
      else
        found.push({
          account,
          weight: number(row, 'weight'),
          running: number(row, 'standing'),
          turn,
          room: Math.min(places, left, number(row, 'waiting')),
        })
    }
    const except = JSON.stringify(last)
    for (let rows: Row[] = []; found.length < places;) {
      // Those at their limit are not found again.
      const before = found.length
      rows = this.#statements.inTurn.all(queue, except, places)
      for (const row of rows.slice(before)) take(row, 0)
      if (rows.length < places) break
    }
    for (const [index, account] of last.entries()) {
      if (found.length >= places) break
      const row = this.#statements.oneOf.get(account, queue)
      if (row !== undefined) take(row, index + 1)
    }
    return found.slice(0, places)
  }

  #everywhere(account: string): number {
    return number(this.#statements.everywhere.get(account) ?? { running: 0 }, 'running')
  }

  #toLookAt(queue: string, now: number): Row[] {
    const stale = this.#statements.stale.all(queue, window)
    return stale.length === window
      ? stale
      : [...stale, ...this.#statements.later.all(queue, now, window - stale.length)]
  }

  /** Finds the first task of accounts that have changed, and of those whose first task is due by now. */
  #look(queue: string, now: number): void {
    for (const row of this.#toLookAt(queue, now)) {
      const account = text(row, 'account')
      if (this.#statements.forget.run(account, queue).changes) continue
      const first = this.#statements.first.get(queue, account)
      const due = first === undefined ? null : number(first, 'not_before')
      this.#statements.place.run(
        due,
        first === undefined ? null : text(first, 'id'),
        first === undefined ? null : number(first, 'created'),
        due !== null && due <= now ? 1 : 0,
        account,
        queue,
      )
    }
  }
}

const shown = `kept.account AS account, kept.running + kept.sent AS standing, kept.waiting AS waiting, weight, running_limit`

const sql = {
  stale: 'SELECT account FROM queue_account WHERE queue = ? AND stale = 1 LIMIT ?',
  later: `SELECT account FROM queue_account
    WHERE queue = ? AND ready = 0 AND at_limit = 0 AND first_due IS NOT NULL AND first_due <= ? ORDER BY first_due LIMIT ?`,
  forget: `DELETE FROM queue_account WHERE account = ? AND queue = ? AND waiting + sent + running + dead = 0`,
  first: `SELECT not_before, id, created FROM task WHERE queue = ? AND account = ? AND stage = 'waiting' ORDER BY not_before, id LIMIT 1`,
  place: `UPDATE queue_account SET first_due = ?, first_id = ?, first_created = ?, ready = ?, at_limit = 0, stale = 0,
      share = (running + sent + 1) / (SELECT weight FROM account WHERE id = queue_account.account)
    WHERE account = ? AND queue = ?`,
  running: 'SELECT running FROM queue_count WHERE queue = ?',
  inTurn: `SELECT ${shown} FROM queue_account AS kept CROSS JOIN account ON account.id = kept.account
    WHERE kept.queue = ? AND ready = 1 AND kept.account NOT IN (SELECT value FROM json_each(?)) ORDER BY share, first_due, first_id LIMIT ?`,
  oneOf: `SELECT ${shown} FROM queue_account AS kept CROSS JOIN account ON account.id = kept.account
    WHERE kept.account = ? AND kept.queue = ? AND ready = 1`,
  everywhere: 'SELECT sum(running) AS running FROM queue_account WHERE account = ?',
  stop: 'UPDATE queue_account SET ready = 0, at_limit = 1 WHERE account = ? AND queue = ?',
  due: `SELECT id, not_before FROM task WHERE queue = ? AND account = ? AND stage = 'waiting' AND not_before <= ?
    ORDER BY not_before, id LIMIT ?`,
  take: `UPDATE OR ROLLBACK task SET lease_owner = ?, stage = 'running', status = 'processing' WHERE id = ? RETURNING *`,
} as const
