import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
for (const { path, values, read } of await client.valueLists('sd_2.0_discount'))
  console.log(path, values.length, new Date(read * 1000))
