import { file } from '@model-tasks/client'
import { inspectFiles, withReferences } from '@model-tasks/client/media'

const { checkable, files } = await inspectFiles('sd_2.0_discount', {
  prompt: 'The boat sails away',
  reference_images: [file('boat.png')],
})
console.log(withReferences(checkable, files, ({ name }) => `https://example.com/${name}`))
