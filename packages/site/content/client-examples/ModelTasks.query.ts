import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const { id } = await client.submit('beta-5.0', { prompt: 'A paper boat' })
const { status, progress } = await client.query(id)
console.log(status, progress)
