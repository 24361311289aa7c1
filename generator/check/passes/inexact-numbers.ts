import { getLocation } from 'jsonc-parser'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { oncePerFile } from '../once.js'

/** S005: numbers that a double cannot hold as they are written, so that another one would be published. */
export function inexactNumbers(spec: Spec): Iterable<Mistake> {
  return [...spec.files.values()].flatMap(inFile)
}

const inFile = oncePerFile(({ path: file, text, syntaxErrors }): readonly Mistake[] =>
  syntaxErrors.length > 0
    ? []
    : [...text.matchAll(tokens)].flatMap(({ 0: token, index }): Mistake[] => {
        if (token.startsWith('"') || decimal(token) === decimal(String(Number(token)))) return []
        return [
          {
            code: 'S005',
            file,
            path: getLocation(text, index).path,
            message: `the number ${token} would be read as ${Number(token)}`,
          },
        ]
      }),
)

/** Strings, which may hold anything, and numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/** A number in one form for every way to write it: its digits without zeros at either end, and the power of ten. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return whole === '' ? text : '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
