import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
for (const { id, available } of await client.models()) console.log(id, available)
