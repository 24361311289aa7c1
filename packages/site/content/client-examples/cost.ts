import { cost } from '@model-tasks/client/cost'

console.log(await cost('sd_2.0_discount', { duration: 5, resolution: '720p' }))
