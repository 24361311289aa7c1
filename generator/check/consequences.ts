import type { DiagnosticCode } from './codes.js'
import type { Mistake } from './mistake.js'

/** What follows in a file from another mistake in it: the codes that say nothing new once one of the causes is told. */
const consequences: readonly { causes: ReadonlySet<DiagnosticCode>; follow: (code: DiagnosticCode) => boolean }[] = [
  // Nothing reads the file, so nothing in it matters.
  { causes: new Set(['S004']), follow: (code) => code !== 'S004' },
  // Sources and the published list go by the name of the file.
  { causes: new Set(['S020']), follow: (code) => ['S015', 'S039', 'S061'].includes(code) },
  // A condition of which a keyword is misspelt or missing reads nothing.
  { causes: new Set(['S010', 'S011']), follow: (code) => code === 'S056' },
  { causes: new Set(['S010', 'S056']), follow: (code) => code === 'S050' },
  // Defaults, examples and rules are judged by limits that are not as they should be.
  {
    causes: new Set(['S010', 'S011', 'S012', 'S013', 'S014', 'S031', 'S039', 'S050']),
    follow: (code) => ['S030', 'S052', 'S053'].includes(code),
  },
]

/**
 * One mistake per slip: without those that follow from another in the same file, of those at a place of the wrong form the first, and
 * no wrong form inside a wrong form.
 */
export function withoutConsequences(mistakes: readonly Mistake[]): Mistake[] {
  const codes = new Map<string, Set<DiagnosticCode>>()
  for (const { file, code } of mistakes) codes.set(file, (codes.get(file) ?? new Set()).add(code))
  const direct = mistakes.filter(({ file, code }) => {
    const inFile = [...(codes.get(file) ?? [])]
    return !consequences.some(({ causes, follow }) => follow(code) && inFile.some((each) => causes.has(each)))
  })
  const places = new Map<string, Mistake[]>()
  for (const mistake of direct) {
    const inFile = places.get(mistake.file)
    if (inFile === undefined) places.set(mistake.file, [mistake])
    else inFile.push(mistake)
  }
  return [...places.values()].flatMap((inFile) =>
    inFile.filter((mistake, index) => !inFile.some((other, position) => repeats(mistake, other, position < index))),
  )
}

/** Whether another mistake says it already: an earlier one at the same place, or a wrong form of what it lies in. */
function repeats(mistake: Mistake, other: Mistake, isEarlier: boolean): boolean {
  if (mistake === other || mistake.offset !== undefined || other.path.length === 0) return false
  if (!other.path.every((step, index) => mistake.path[index] === step)) return false
  return mistake.path.length === other.path.length
    ? isEarlier && ['S005', 'S006', 'S014', 'S015'].includes(other.code)
    : mistake.code === 'S014' && other.code === 'S014'
}
