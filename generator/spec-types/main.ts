import { mkdir, rm, writeFile } from 'node:fs/promises'
import { repository } from '../load/place.js'
import { specTypes } from './declare.js'

const folder = new URL('generator/spec-types/files/', repository)
const sources = await specTypes(new URL('spec/meta/', repository))
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
await Promise.all([...sources].map(([name, text]) => writeFile(new URL(name, folder), text)))
