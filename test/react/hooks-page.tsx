/** A page that mounts one hook at a time, as a test asks for, and shows its state as JSON. */
import { ModelTasks } from '@model-tasks/client'
import { ModelTasksProvider, pageJournal, useSubmit, useTask, useUpload } from '@model-tasks/react'
import { StrictMode, type FunctionComponent, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

/** Milliseconds between two queries of a task, and those that a request may take, where the URL of the page has other ones. */
const search = new URLSearchParams(location.search)
const [pollInterval, requestTimeout] = [Number(search.get('poll') ?? 100), Number(search.get('timeout') ?? 60_000)]
const client = new ModelTasks({ baseUrl: '/api', apiKey: null, pollInterval, requestTimeout, cancelOnAbort: true })
const journal = pageJournal()

/** What the mounted hook answered last. */
let latest: object = {}

function State({ state }: { state: object }): ReactElement {
  latest = state
  return <pre id="state">{JSON.stringify(state)}</pre>
}

const hooks: Record<string, FunctionComponent<{ name: string }>> = {
  useSubmit: ({ name }) => <State state={useSubmit(name)} />,
  useTask: ({ name }) => <State state={useTask(name)} />,
  useUpload: () => <State state={useUpload()} />,
}
const root = createRoot(document.getElementById('app') as HTMLElement)

export const page = {
  client,
  journal,
  mount: (hook: string, ...names: string[]) => {
    const Hook = hooks[hook] ?? (() => null)
    root.render(
      <StrictMode>
        <ModelTasksProvider client={client} journal={journal}>
          {names.map((name, index) => (
            <Hook key={index} name={name} />
          ))}
        </ModelTasksProvider>
      </StrictMode>,
    )
  },
  unmount: () => root.render(null),
  call: async (action: string, ...args: unknown[]) =>
    (latest as Record<string, (...args: unknown[]) => unknown>)[action]?.(...args),
}
Object.assign(globalThis, { page })
