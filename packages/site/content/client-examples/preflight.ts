import { preflight } from '@model-tasks/client/media'

const { findings, unread } = await preflight('sd_2.0_discount', {
  prompt: 'The boat sails away',
  reference_images: ['boat.png'],
})
console.log(findings, unread)
