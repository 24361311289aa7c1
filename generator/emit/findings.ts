import type { Catalogue } from '../catalogue.js'
import type { File } from '../file.js'
import { notice } from './notice.js'

/** The severity of every rule that any model can break. */
export function emitFindings({ findings }: Catalogue): File[] {
  const entries = findings.map(({ rule, severity }) => `  ${JSON.stringify(rule)}: ${JSON.stringify(severity)},\n`)
  return [
    { path: 'findings.js', content: `${notice}export const severities = {\n${entries.join('')}}\n` },
    {
      path: 'findings.d.ts',
      content: `${notice}/** Severity by rule id; a model's own rules are in the facts of its validator. */\nexport declare const severities: Record<string, 'error' | 'advice'>\n`,
    },
  ]
}
