import type { CancelRule, CancelRules, UpstreamState } from '@model-tasks/documents/upstreams/interpreter'

const stays: CancelRule = { then: 'goes-on', status: 200, body: {} }

/** What a fake does where nothing is known of the upstream. */
const usual: CancelRules = {
  queued: { then: 'cancelled', status: 200 },
  processing: { then: 'cancelled', status: 200 },
  ended: stays,
  cancelled: stays,
}

/** What the upstream does with a task in this state when it is asked to cancel it. */
export function cancelRule(rules: CancelRules = usual, state: UpstreamState): CancelRule {
  switch (state) {
    case 'unknown':
      return stays
    case 'completed':
    case 'failed':
    case 'expired':
      return rules.ended
    case 'queued':
    case 'processing':
    case 'cancelled':
      return rules[state]
  }
}
