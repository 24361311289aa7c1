import { text } from '../columns.js'
import type { DatabaseHome } from '../timeline.js'
import type { Query } from './restored-tasks.js'

export class PostgresHome implements DatabaseHome {
  readonly #query: Query

  constructor(query: Query) {
    this.#query = query
  }

  async system(): Promise<string | undefined> {
    const [row] = await this.#query('SELECT system FROM home', [])
    return row && text(row, 'system')
  }

  async note(system: string): Promise<void> {
    await this.#query(
      'INSERT INTO home (system) VALUES ($1) ON CONFLICT (one) DO UPDATE SET system = excluded.system',
      [system],
    )
  }
}
