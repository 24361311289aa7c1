import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const prompts = ['A paper boat at dusk', 'A paper boat at dawn']
const { failures, summary } = await client.runAll(
  prompts.map((prompt) => ({ model: 'beta-5.0', input: { prompt } })),
  { concurrency: 2, budget: 500, onCompleted: (handle) => handle.download(`${handle.id}.png`) },
)
console.log(summary, failures)
