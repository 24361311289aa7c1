import type { Catalogue } from '../catalogue.js'
import type { File } from '../file.js'
import { notice } from './notice.js'

/** The severity of every rule that any model can break, and what announcements become. */
export function emitFindings({ findings }: Catalogue): File[] {
  const severities = findings.map(({ rule, severity }) => `  ${JSON.stringify(rule)}: ${JSON.stringify(severity)},\n`)
  const announcements = findings.flatMap(({ rule, becomes }) =>
    becomes === undefined ? [] : [`  ${JSON.stringify(rule)}: ${JSON.stringify(becomes)},\n`],
  )
  return [
    {
      path: 'findings.js',
      content: `${notice}export const severities = {\n${severities.join('')}}\nexport const announcements = {\n${announcements.join('')}}\n`,
    },
    { path: 'findings.d.ts', content: notice + declaration },
  ]
}

const declaration = `/** Severity by rule id; a model's own rules are in the facts of its validator. */
export declare const severities: Record<string, 'error' | 'advice'>

/** By the rule of an announcement: the rule that takes its place once the date has come that \`on\` names in its params. */
export declare const announcements: Partial<Record<string, { rule: string; on: 'until' | 'from' }>>
`
