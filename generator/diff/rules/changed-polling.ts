import type { DiffRule } from '../event.js'

export const changedPolling: DiffRule = {
  id: 'changed-polling',
  severity: 'advice',
  step: 'minor',
  summary: 'The polling interval changed.',
  *compare(before, after) {
    const [from, to] = [before.service.polling, after.service.polling].map(
      (polling) => `${polling.minimumSeconds} to ${polling.maximumSeconds} s`,
    )
    if (from !== undefined && to !== undefined && from !== to)
      yield { subject: 'service.polling', message: `is every ${to}, before ${from}`, from, to }
  },
}
