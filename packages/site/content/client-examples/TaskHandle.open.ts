import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const handle = await client.submit('sd_2.0_discount', { prompt: 'A paper boat at dusk', duration: 5 })
const result = await handle.open()
console.log(result.headers.get('content-type'), (await result.blob()).size)
