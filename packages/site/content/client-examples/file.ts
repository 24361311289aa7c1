import { file, ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const handle = await client.submit('sd_2.0_discount', {
  prompt: 'The boat sails away',
  reference_images: [file('boat.png')],
  duration: 5,
})
console.log(handle.id)
