import type { CodePointRange, TextClasses } from '../catalogue.js'
import type { Reader } from './reader.js'

/** The code point ranges that prompt limits and media references are checked with. */
export function readTextClasses(classes: Reader): TextClasses {
  return {
    han: ranges(classes, 'han'),
    latin: ranges(classes, 'latin'),
    space: ranges(classes, 'space'),
    // Catalogues before 0.2.0 had these characters in the patterns; spec:diff reads those too.
    blank: classes.has('blank') ? ranges(classes, 'blank') : [],
  }
}

function ranges(classes: Reader, key: string): CodePointRange[] {
  return classes.list(key).map((pair) => {
    const [first, last] = Array.isArray(pair) ? pair : []
    return typeof first === 'number' && typeof last === 'number'
      ? [first, last]
      : classes.refuse(key, 'pairs of code points')
  })
}
