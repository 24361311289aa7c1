import { probeFile } from '@model-tasks/client/media'

console.log(await probeFile('boat.png'))
