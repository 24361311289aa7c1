'use client'
import { ModelTasks } from '@model-tasks/client'

export default function Page() {
  const submit = () =>
    new ModelTasks({ baseUrl: '/api', apiKey: 'key' }).run('sd_2.0_discount', { prompt: 'A paper boat' })
  return <button onClick={submit}>Submit</button>
}
