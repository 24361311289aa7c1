import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const { id, balance } = await client.account()
console.log(id, balance)
