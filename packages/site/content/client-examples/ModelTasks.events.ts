import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const onConnect = () => void client.submit('beta-5.0', { prompt: 'A paper boat' })
for await (const { id, data } of client.events({ onConnect })) {
  console.log(id, data.status, data.result_url)
  break
}
