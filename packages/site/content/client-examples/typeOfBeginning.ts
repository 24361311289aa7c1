import { typeOfBeginning } from '@model-tasks/client/media'
import { readFile } from 'node:fs/promises'

const file = await readFile('boat.png')
console.log(typeOfBeginning(file.subarray(0, 16)))
