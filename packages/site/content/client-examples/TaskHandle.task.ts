import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const handle = await client.submit('sd_2.0_discount', { prompt: 'A paper boat at dusk', duration: 5 })
await handle.query()
console.log(handle.task?.status)
