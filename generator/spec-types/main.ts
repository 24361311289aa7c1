import { mkdir, rm, writeFile } from 'node:fs/promises'
import { specTypes } from './declare.js'

// Seen from the build, which is where this runs.
const root = new URL('../../../', import.meta.url)
const folder = new URL('generator/spec-types/files/', root)
const sources = await specTypes(new URL('spec/meta/', root))
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
await Promise.all([...sources].map(([name, text]) => writeFile(new URL(name, folder), text)))
