import { ModelTasks } from '@model-tasks/client'
import { ModelTasksProvider, useSubmit, useUpload, type TaskState } from '@model-tasks/react'
import { StrictMode, useState, type FormEvent, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

const client = new ModelTasks({ baseUrl: '/api', apiKey: null })

/** One video: made once, however often the page is reloaded, and the same in every tab. */
function Boat(): ReactElement {
  const [prompt, setPrompt] = useState('A paper boat at dusk')
  const [duration, setDuration] = useState(4)
  const boat = useSubmit('boat')
  const first = useUpload()
  const isBusy = boat.status === 'loading' || boat.status === 'submitting' || boat.status === 'running'

  function submit(event: FormEvent): void {
    event.preventDefault()
    void boat.custom('sd_2.0_discount', {
      prompt,
      duration,
      resolution: '480p',
      ...(first.reference !== undefined && { first_image: [first.reference] }),
    })
  }

  return (
    <>
      <form onSubmit={submit}>
        <label>
          Prompt
          <textarea name="prompt" value={prompt} onChange={(event) => setPrompt(event.target.value)} />
          <Wrong state={boat} parameter="prompt" />
        </label>
        <label>
          Seconds
          <input
            name="duration"
            type="number"
            value={duration}
            onChange={(event) => setDuration(event.target.valueAsNumber)}
          />
          <Wrong state={boat} parameter="duration" />
        </label>
        <label>
          First frame
          <input
            name="first"
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void first.upload(file)
            }}
          />
          {first.status !== 'idle' && <span data-upload={first.status}>{first.error?.message ?? first.status}</span>}
          <Wrong state={boat} parameter="first_image" />
        </label>
        <button disabled={isBusy || first.status === 'uploading'}>Make a video</button>
      </form>
      <Result state={boat} />
      {boat.status !== 'idle' && <button onClick={() => void boat.reset()}>Forget it</button>}
    </>
  )
}

/** What is wrong with one parameter, beside its field. */
function Wrong({ state, parameter }: { state: TaskState; parameter: string }): ReactElement[] | undefined {
  return state.findings[parameter]?.map(({ rule, message }) => (
    <span key={rule} className="wrong" data-wrong={parameter}>
      {message}
    </span>
  ))
}

function Result({ state }: { state: TaskState }): ReactElement {
  const { status, id, task, progress, error, findings, fault } = state
  const url = task && 'video_url' in task ? task.video_url : undefined
  return (
    <section data-status={status} data-id={id}>
      <p role="status">{status}</p>
      {status === 'running' && <progress value={progress} />}
      {fault && <p data-fault="">Waiting: {fault.message}</p>}
      {error && Object.keys(findings).length === 0 && <p className="wrong">{error.message}</p>}
      {typeof url === 'string' && <video src={url} controls muted />}
    </section>
  )
}

const root = document.getElementById('app')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ModelTasksProvider client={client}>
        <Boat />
      </ModelTasksProvider>
    </StrictMode>,
  )
