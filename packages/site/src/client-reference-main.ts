import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keptReference } from './client-reference/kept.js'
import { readClient } from './client-reference/read.js'

const entries = readClient(fileURLToPath(new URL('../../client/', import.meta.url)))
writeFileSync(keptReference, `${JSON.stringify(entries, null, 2)}\n`)
process.stdout.write(
  `${entries.reduce((sum, { declarations }) => sum + declarations.length, 0)} declarations written.\n`,
)
