import { ModelTasks } from '@model-tasks/client'
import { runAll } from '@model-tasks/client/batch'

const client = new ModelTasks()
const { results } = await runAll(client, [{ model: 'beta-5.0', input: { prompt: 'A paper boat' } }])
console.log(results.map(({ status }) => status))
