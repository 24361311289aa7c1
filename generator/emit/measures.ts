import type { Catalogue } from '../catalogue.js'
import type { Extra, File } from '../file.js'
import { notice } from './notice.js'

/** What reads requests by the description of their model, the same everywhere. */
export function emitMeasures(_: Catalogue, { measures }: Pick<Extra, 'measures'>): File[] {
  return measures.map(({ path, content }) => ({ path: `spec/${path}`, content: notice + content }))
}
