import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const page = await client.listAssets({ limit: 20 })
for (const { id, status } of page.data) console.log(id, status)
