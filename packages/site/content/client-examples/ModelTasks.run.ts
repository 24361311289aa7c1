import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const task = await client.run('beta-5.0', { prompt: 'A paper boat' }, { timeout: 300_000 })
console.log(task.result_url)
