import type { Catalogue } from '../catalogue.js'
import { provenRules } from '../diff/proof.js'
import { rules } from '../diff/rules.js'
import type { Extra, File } from '../file.js'

/** The changelog, and below it what `spec:diff` takes for a change and which version each needs. */
export function emitChangelog(_: Catalogue, { changelog }: Extra): File[] {
  const rows = [...rules, ...provenRules].map(
    (rule) => `| <a id="${rule.id}"></a>\`${rule.id}\` | ${rule.severity} | ${rule.step} | ${rule.summary} |`,
  )
  const content = [
    changelog.trim(),
    '## What counts as a change',
    'Breaking: a request or a program that worked is rejected or no longer compiles. Danger: it still works and does something else. Advice: worth knowing. Note: nothing to do. The step is the one of semantic versioning; before 1.0.0 a major step raises the second number and any other the third.',
    ['| change | severity | step | meaning |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')
  return [{ path: 'docs/changelog.md', content: `${content}\n` }]
}
