import { openAsBlob } from 'node:fs'
import { probeBlob } from '@model-tasks/client/media'

console.log(await probeBlob(await openAsBlob('boat.png')))
