'use client'
import type { Task } from '@model-tasks/client'
import { useSyncExternalStore } from 'react'
import { useSession } from './provider.js'
import { idle, loading, type TaskState } from './state.js'

/** A task by its ID, and how to ask again. */
export interface FollowedTask<T extends Task = Task> extends TaskState<T> {
  /** Waits again after an error, such as after signing in. */
  retry(): void
}

/** Follows a task until its end. Without an ID it is `idle`. Leaving the component ends the wait and never the task. */
export function useTask<T extends Task = Task>(id: string | undefined): FollowedTask<T> {
  const session = useSession()
  const observed = id === undefined ? undefined : session.taskOf(id)
  const state = useSyncExternalStore(observed?.subscribe ?? never, observed?.state ?? (() => idle), () =>
    id === undefined ? idle : loading,
  )
  return { ...(state as TaskState<T>), retry: () => observed?.restart() }
}

function never(): () => void {
  return () => undefined
}
