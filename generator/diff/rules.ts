import type { DiffRule } from './event.js'
import { answerRules } from './rules/answers.js'
import { dateRules } from './rules/dates.js'
import { fileRules } from './rules/files.js'
import { findingRules } from './rules/findings.js'
import { modelRules } from './rules/models.js'
import { parameterRules } from './rules/parameters.js'
import { promptRules } from './rules/prompts.js'
import { wordRules } from './rules/words.js'

/** All kinds of difference. A new one is a row of a table in `rules/` and a fixture. */
export const rules: readonly DiffRule[] = [
  ...modelRules,
  ...parameterRules,
  ...fileRules,
  ...promptRules,
  ...findingRules,
  ...answerRules,
  ...dateRules,
  ...wordRules,
]
