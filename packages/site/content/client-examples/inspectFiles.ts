import { file } from '@model-tasks/client'
import { inspectFiles } from '@model-tasks/client/media'

const { findings, warnings } = await inspectFiles('sd_2.0_discount', {
  prompt: 'The boat sails away',
  reference_images: [file('boat.png')],
})
for (const { path, message } of findings) console.log(path, message)
console.log(warnings)
