import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SiteFile } from './file.js'

const folder = fileURLToPath(new URL('../../static/', import.meta.url))

/** Files that are served as they are, from the root of the site. */
export const staticFiles = (): SiteFile[] =>
  readdirSync(folder)
    .sort()
    .map((path) => ({ path, content: readFileSync(folder + path) }))
