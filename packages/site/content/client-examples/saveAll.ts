import { ModelTasks } from '@model-tasks/client'
import { saveAll } from '@model-tasks/client/batch'

const client = new ModelTasks()
const handles = [
  await client.submit('beta-5.0', { prompt: 'A paper boat at dusk' }),
  await client.submit('beta-5.0', { prompt: 'A paper boat at dawn' }),
]
for (const saved of await saveAll(handles, { template: 'boats/{index}-{id}' })) console.log(saved)
