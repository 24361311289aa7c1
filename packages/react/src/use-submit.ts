'use client'
import type { CustomParams, Input, InRange, InvocableModelId } from '@model-tasks/client'
import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from './provider.js'
import { loading, type TaskState } from './state.js'

/** A submit under a name, and what becomes of it. */
export interface Submit extends TaskState {
  /**
   * Submits a request of a model, unless one under this name has not ended: the same request is that one, another is an `error` with the code
   * `submit-running`. Answers the ID of the task; undefined where the state says why there is none, or none yet. Never rejects.
   */
  submit<M extends InvocableModelId, const D, const S>(
    model: M,
    input: Input<M> & InRange<M, { duration: D; seed: S }>,
  ): Promise<string | undefined>
  /** `submit` for a model that is named at run time. */
  custom(model: string, params: CustomParams): Promise<string | undefined>
  /** Tries again what ended in an error, such as after signing in. Submits nothing. */
  retry(): void
  /** Forgets the submit, so that another can be made. Its task, where there is one, goes on, and is paid for. */
  reset(): Promise<void>
}

/**
 * The submit under a name, such as that of the place on the page where its result is shown: after a reload and in other tabs, the hook goes on with the
 * same task. Leaving the page, or the component, ends the wait and never the task.
 */
export function useSubmit(name: string): Submit {
  const session = useSession()
  const named = session.submitOf(name)
  const state = useSyncExternalStore(named.observed.subscribe, named.observed.state, atFirst)
  const actions = useMemo(
    (): Omit<Submit, keyof TaskState> => ({
      submit: (model, input) => named.submit(model, input, (options) => session.client.submit(model, input, options)),
      custom: (model, params) =>
        named.submit(model, params, (options) => session.client.custom(model, params, options)),
      retry: () => named.observed.restart(),
      reset: () => named.reset(),
    }),
    [session, named],
  )
  return { ...state, ...actions }
}

/** What is rendered on a server. */
function atFirst(): TaskState {
  return loading
}
