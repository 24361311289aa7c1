import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const { id } = await client.submit('beta-5.0', { prompt: 'A boat, to be cancelled' })
const { status } = await client.cancel(id)
console.log(status)
