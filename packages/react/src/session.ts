import type { ModelTasks } from '@model-tasks/client'
import { loadParts } from '@model-tasks/client/page'
import { Declared } from './follow/connection.js'
import { followTask } from './follow/follow-task.js'
import { NamedSubmit } from './follow/named-submit.js'
import { Observed } from './follow/observed.js'
import { TaskEnds } from './follow/task-ends.js'
import { pageJournal, type PageJournal } from './journal/page-journal.js'

// With the page, and not when it may be offline.
void loadParts()

/** What the hooks below one provider share: two that name the same submit, or the same task, read one state. */
export class Session {
  readonly client: ModelTasks
  readonly #journal: PageJournal
  readonly #declared: Declared
  readonly #ends: TaskEnds
  readonly #submits = new Map<string, NamedSubmit>()
  readonly #tasks = new Map<string, Observed>()

  constructor(client: ModelTasks, journal: PageJournal = pageJournal()) {
    this.client = client
    this.#journal = journal
    this.#declared = new Declared(client)
    this.#ends = new TaskEnds(client, this.#declared)
  }

  submitOf(name: string): NamedSubmit {
    const known =
      this.#submits.get(name) ?? new NamedSubmit(name, this.client, this.#journal, this.#declared, this.#ends)
    this.#submits.set(name, known)
    return known
  }

  taskOf(id: string): Observed {
    const known =
      this.#tasks.get(id) ??
      new Observed((signal) => followTask(this.client.task(id), this.taskOf(id), this.#ends, signal))
    this.#tasks.set(id, known)
    return known
  }
}
