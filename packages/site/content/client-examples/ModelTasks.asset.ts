import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const { data } = await client.listAssets({ limit: 1 })
for (const { id } of data) console.log((await client.asset(id)).status)
