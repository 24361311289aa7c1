import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const { amount } = await client.quote('sd_2.0_discount', { prompt: 'A paper boat', duration: 5 })
console.log(amount)
