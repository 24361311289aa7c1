import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
for await (const { id, status } of client.list({ status: 'completed', limit: 20 })) {
  console.log(id, status)
}
