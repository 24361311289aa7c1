import { ModelTasks } from '@model-tasks/client'
import { fileName } from '@model-tasks/client/batch'

const client = new ModelTasks()
const task = await client.run('beta-5.0', { prompt: 'A paper boat' })
console.log(fileName('boats/{index}-{id}', task, 0, 1))
