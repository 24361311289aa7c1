import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const { extensions } = await client.capabilities()
console.log(extensions)
