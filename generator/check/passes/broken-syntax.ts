import { printParseErrorCode } from 'jsonc-parser'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'

const byteOrderMark = '\uFEFF'

/** S001: text that is not JSON. The first error of a file only: the parser's later ones follow from it. */
export function* brokenSyntax(spec: Spec): Iterable<Mistake> {
  for (const file of spec.files.values()) {
    const first = file.syntaxErrors[0]
    if (file.text.startsWith(byteOrderMark)) {
      yield {
        code: 'S001',
        file: file.path,
        path: [],
        offset: 0,
        message: 'the file starts with a byte order mark (U+FEFF), which JSON does not allow',
        hint: 'Save the file as UTF-8 without a byte order mark.',
      }
    } else if (first !== undefined)
      yield {
        code: 'S001',
        file: file.path,
        path: [],
        offset: first.offset,
        message: `the file is not JSON: ${words(printParseErrorCode(first.error))}`,
      }
    else if (file.value === undefined) yield { code: 'S001', file: file.path, path: [], message: 'the file is empty' }
  }
}

/** `CommaExpected` as words. */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
