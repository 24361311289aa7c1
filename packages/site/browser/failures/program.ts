import { ModelTasks, type Journal, type JournalEntry, type TaskHandle } from '@model-tasks/client'

/** The program that meets the failures: the real client and a journal that outlives it. Loaded at the first run. */

export const request = { model: 'beta-5.0', prompt: 'A paper boat at dusk' } as const

/** What a program tells of itself. */
export interface Told {
  onEntry(): void
  /** The first of the queries in a row that fail while a task is waited for. */
  onFault(): void
  onFile(taskId: string, file: Blob): void
  /** What a call ended in. */
  onError(error: unknown): void
  /** What `resumeAll` found: tasks that go on, and submits whose outcome stays unknown. */
  onResumed(handles: number, unresolved: number): void
}

export interface Program {
  run(): Promise<void>
  resume(): Promise<void>
  /** Ends it as `kill -9` does: nothing more is sent, nothing more is recorded. */
  kill(): void
}

/** Starts a program over the entries of a journal that earlier ones have left. */
export const startProgram = (
  baseUrl: string,
  fetch: typeof globalThis.fetch,
  entries: JournalEntry[],
  told: Told,
): Program => {
  const life = new AbortController()
  const { signal } = life
  const journal: Journal = {
    append: (entry) => {
      if (!signal.aborted) entries.push(entry)
      if (!signal.aborted) told.onEntry()
      return Promise.resolve()
    },
    entries: () => Promise.resolve([...entries]),
  }
  const client = new ModelTasks({
    ...{ baseUrl, apiKey: 'simulated', fetch, journal, signal },
    pollInterval: 1_000,
    // The checks of all models would be most of this script.
    validate: 'off',
    logger: {},
    onFault: ({ count }) => {
      if (count === 1) told.onFault()
    },
  })
  const follow = async (handle: TaskHandle): Promise<void> => {
    await handle.wait()
    const file = await handle.open()
    told.onFile(handle.id, await file.blob())
  }
  const living = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) told.onError(error)
    }
  }
  return {
    run: () =>
      living(async () => {
        // A browser sends the key only when it knows that the service takes it.
        await client.capabilities()
        const { model, prompt } = request
        await follow(await client.submit(model, { prompt }))
      }),
    resume: () =>
      living(async () => {
        const { handles, unresolved } = await client.resumeAll(journal)
        told.onResumed(handles.length, unresolved.length)
        for (const { error } of unresolved) if (error !== undefined) told.onError(error)
        await Promise.all(handles.map((handle) => living(() => follow(handle))))
      }),
    kill: () => life.abort(),
  }
}
