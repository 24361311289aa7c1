import { writeFile } from 'node:fs/promises'
import { specTypes } from './declare.js'

// Seen from the build, which is where this runs.
const root = new URL('../../../', import.meta.url)
await writeFile(new URL('generator/spec-types/files.ts', root), await specTypes(new URL('spec/meta/', root)))
