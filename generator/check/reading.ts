import type { Spec } from '../load/spec.js'
import { modelIdOf, readModelFile } from '../read/model-file.js'
import type { Mistake } from './mistake.js'
import { nearest } from './nearest.js'

/**
 * S016 and S017: what the reader of models cannot read or does not read. The meta-schemas look at a file as it is
 * written; this looks at a parameter together with the shared definition it refers to. Runs only when nothing else is
 * wrong, so that one slip is reported once.
 */
export function* readingMistakes(spec: Spec): Iterable<Mistake> {
  for (const specFile of spec.files.values()) {
    if (modelIdOf(specFile.path) === undefined) continue
    const reading = readModelFile(spec, specFile)
    const file = specFile.path
    if ('error' in reading) {
      const [place = '', wanted = ''] = reading.error.message.split(' must be ')
      const path = stepsOf(place)
      yield { code: 'S017', file, path, message: `${String(path.at(-1) ?? 'the file')} must be ${wanted}` }
      continue
    }
    for (const { path, keyword, known } of reading.unread) {
      const near = nearest(keyword, [...known])
      yield {
        code: 'S016',
        file,
        path,
        at: 'key',
        message: `the keyword "${keyword}" has no effect here`,
        ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
      }
    }
  }
}

function stepsOf(place: string): (string | number)[] {
  const pointer = place.split('#')[1] ?? ''
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}
