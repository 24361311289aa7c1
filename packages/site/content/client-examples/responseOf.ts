import { ModelTasks, responseOf } from '@model-tasks/client'

const client = new ModelTasks()
const models = await client.models()
console.log(responseOf(models)?.requestId)
