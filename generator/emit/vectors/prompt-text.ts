import type { PromptLimit, PromptToken, TextClasses } from '../../catalogue.js'
import type { ExpectedFinding } from './vector.js'

/**
 * What the prompt limits and tokens of the specification say of a text. Written apart from the validators' own checks,
 * by way of whole lists instead of one pass, so that a slip in either shows.
 */
export function promptFindings(
  text: string,
  path: string,
  limits: readonly PromptLimit[],
  tokens: readonly PromptToken[],
  attached: (parameter: string) => number,
  classes: TextClasses,
): ExpectedFinding[] {
  const findings: ExpectedFinding[] = []
  for (const limit of limits) {
    const told = findings.some((finding) => finding.rule === limit.rule)
    const silenced = limit.severity === 'advice' && findings.some((finding) => finding.severity === 'error')
    // Nothing that is counted is shorter than a UTF-16 unit.
    const mayExceed = text.length > limit.max
    const applies = (): boolean => limit.onlyWithHan !== true || countOf(text, 'han', classes) > 0
    if (told || silenced || !mayExceed || !applies()) continue
    const { rule, severity, count, max } = limit
    const actual = countOf(text, count, classes)
    if (actual > max) findings.push({ rule, path, severity, params: { limit: max, count, actual } })
  }
  const unattached = tokens.flatMap((token) => {
    const used = text
      .split(token.prefix)
      .slice(1)
      .map((rest) => /^[0-9]+/.exec(rest)?.[0])
      .filter((digits) => digits !== undefined)
    const items = attached(token.parameter)
    return [...new Set(used)]
      .filter((digits) => Number(digits) < token.from || Number(digits) > Math.min(token.to, items))
      .map((digits): ExpectedFinding => {
        const params = { token: `${token.prefix}${digits}`, parameter: token.parameter, attached: items }
        return { rule: 'prompt-token', path, severity: 'advice', params }
      })
  })
  return [...findings, ...unattached]
}

/** Counts by text: the same long texts stand in the vectors of many models. */
const counted = new WeakMap<TextClasses, Map<string, Partial<Record<PromptLimit['count'], number>>>>()

function countOf(text: string, count: PromptLimit['count'], classes: TextClasses): number {
  const known = counted.get(classes) ?? new Map<string, Partial<Record<PromptLimit['count'], number>>>()
  counted.set(classes, known)
  const ofText = known.get(text) ?? {}
  known.set(text, ofText)
  return (ofText[count] ??= counts[count](text, classes))
}

const counts: Record<PromptLimit['count'], (text: string, classes: TextClasses) => number> = {
  'code-points': (text) => pointsOf(text).length,
  han: (text, { han }) => pointsOf(text).filter((point) => isIn(point, han)).length,
  'non-han': (text, { han }) => pointsOf(text).filter((point) => !isIn(point, han)).length,
  words: (text, { latin, space }) =>
    pointsOf(text)
      .map((point) => (isIn(point, space) ? ' ' : isIn(point, latin) ? 'l' : 'o'))
      .join('')
      .split(' ')
      .filter((run) => run.includes('l')).length,
}

function pointsOf(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0)
}

function isIn(point: number, ranges: TextClasses['han']): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last)
}
