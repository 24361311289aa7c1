import { ModelTasks } from '@model-tasks/client'

// Without options: MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY.
const client = new ModelTasks({ timeout: 600_000 })
console.log((await client.run('beta-5.0', { prompt: 'A paper boat' })).result_url)
