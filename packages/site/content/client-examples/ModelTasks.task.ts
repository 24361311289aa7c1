import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const { id } = await client.submit('beta-5.0', { prompt: 'A paper boat' })
// In another process, with the ID alone:
await client.task(id).download('later.png')
