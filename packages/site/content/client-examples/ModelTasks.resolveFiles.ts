import { file, ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const request = await client.resolveFiles('sd_2.0_discount', {
  prompt: 'The boat sails away',
  reference_images: [file('boat.png')],
})
console.log(JSON.stringify(request))
