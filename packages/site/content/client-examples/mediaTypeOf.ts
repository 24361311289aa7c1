import { mediaTypeOf } from '@model-tasks/client/media'

console.log(mediaTypeOf('boat.jpg', 'image'))
