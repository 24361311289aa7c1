import type { CodePointRange, TextClasses } from '../catalogue.js'
import type { Reader } from './reader.js'

/** The code point ranges that prompt limits count by. */
export function readTextClasses(classes: Reader): TextClasses {
  return { han: ranges(classes, 'han'), latin: ranges(classes, 'latin'), space: ranges(classes, 'space') }
}

function ranges(classes: Reader, key: string): CodePointRange[] {
  return classes.list(key).map((pair) => {
    const [first, last] = Array.isArray(pair) ? pair : []
    return typeof first === 'number' && typeof last === 'number'
      ? [first, last]
      : classes.refuse(key, 'pairs of code points')
  })
}
