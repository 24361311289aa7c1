import { judgeFileAt } from '@model-tasks/client/media'

console.log(await judgeFileAt('boat.png', 'image'))
