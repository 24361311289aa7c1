'use client'
import type { ModelTasks } from '@model-tasks/client'
import { createContext, createElement, useContext, useMemo, type FunctionComponent, type ReactNode } from 'react'
import type { PageJournal } from './journal/page-journal.js'
import { Session } from './session.js'

const SessionContext = createContext<Session | undefined>(undefined)

export interface ModelTasksProviderProps {
  /** The client of the hooks: made once, outside of components, or in `useState`. One per user who signs in. */
  client: ModelTasks
  /** Where submits are recorded. Default: `pageJournal()`. */
  journal?: PageJournal | undefined
  children?: ReactNode
}

/** Gives the hooks below it their client, and the journal in which they record submits. */
export const ModelTasksProvider: FunctionComponent<ModelTasksProviderProps> = ({ client, journal, children }) => {
  const session = useMemo(() => new Session(client, journal), [client, journal])
  return createElement(SessionContext.Provider, { value: session }, children)
}

/** What the provider above gives. Throws Error where there is none. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('wrap the components that use these hooks in <ModelTasksProvider client={…}>')
  return session
}
