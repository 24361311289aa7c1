import { privateHost } from '@model-tasks/client/media'

console.log(await privateHost('http://192.168.0.7/boat.png'))
