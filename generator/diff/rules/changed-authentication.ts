import type { DiffRule } from '../event.js'
import { same } from '../pairs.js'

export const changedAuthentication: DiffRule = {
  id: 'changed-authentication',
  severity: 'breaking',
  step: 'major',
  summary: 'Callers prove who they are in another way.',
  *compare(before, after) {
    if (
      !same(
        [before.service.authentication.scheme, before.service.authentication.header],
        [after.service.authentication.scheme, after.service.authentication.header],
      )
    )
      yield { subject: 'service.authentication', message: 'works in another way' }
  },
}
