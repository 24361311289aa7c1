import { readFile } from 'node:fs/promises'
import { judgeFile } from '@model-tasks/client/media'

const boat = await readFile('boat.png')
const bytes = { size: boat.length, read: async (at: number, length: number) => boat.subarray(at, at + length) }
console.log(await judgeFile(bytes, 'image'))
