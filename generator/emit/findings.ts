import type { Catalogue } from '../catalogue.js'
import type { File } from '../file.js'
import { rulesInUse } from '../kinds/rules-in-use.js'
import { withTextsInUse } from '../rules/index.js'
import { notice } from './notice.js'

/** The severity of every rule that any model can break, and what announcements become: an entry of their own. */
export function emitFindings(): File[] {
  const again = `${notice}export { announcements, severities } from './facts/index.js'\n`
  return [
    { path: 'spec/findings.js', content: again },
    { path: 'spec/findings.d.ts', content: again },
  ]
}

/** Their code. It stands in `facts/index.js`, since every file that Node imports takes most of a millisecond, and the first message needs both. */
export function findingsCode({ findings, languages, models }: Catalogue): string {
  const rules = rulesInUse(
    findings.map((finding) => [finding.rule, finding] as const),
    models,
  )
  const severities = rules.map(([rule, { severity }]) => `  ${JSON.stringify(rule)}: ${JSON.stringify(severity)},\n`)
  const announcements = rules.flatMap(([rule, { becomes }]) =>
    becomes === undefined ? [] : [`  ${JSON.stringify(rule)}: ${JSON.stringify(becomes)},\n`],
  )
  return `export const severities = {\n${severities.join('')}}\nexport const announcements = {\n${announcements.join('')}}\nexport const english = ${JSON.stringify(withTextsInUse(languages.en, models))}\n`
}

export const findingsDeclaration = `/** Severity by rule id; a model's own rules are in the facts of its validator. */
export declare const severities: Record<string, 'error' | 'advice'>

/** The English texts of messages. */
export declare const english: Language

/** By the rule of an announcement: the rule that takes its place once the date has come that \`on\` names in its params. */
export declare const announcements: Partial<Record<string, { rule: string; on: 'until' | 'from' }>>
`
