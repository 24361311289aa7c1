import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const handle = await client.custom('beta-5.0', { prompt: 'A paper boat', aspect_ratio: '16:9' })
console.log(handle.id)
