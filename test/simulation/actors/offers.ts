import type { Offer } from './configuration.js'
import type { Operator } from './operator.js'
import { innerHost } from './service.js'

/** What the vendors of this world sell. */
export const vendors: readonly Offer[] = [
  {
    name: 'keyless',
    protocol: 'replicate',
    baseUrl: 'http://keyless.sim/v1',
    models: ['beta-5.0'],
    modelIds: { 'beta-5.0': 'acme/picture' },
    keyOf: (account) => `keyless-${account}`,
  },
  {
    name: 'keyed',
    baseUrl: 'http://keyed.sim/api',
    models: ['beta-5.0', 'beta_5.0Pro'],
    modelIds: {},
    keyOf: (account) => `keyed-${account}`,
  },
]

/** A gateway of ours as an upstream. Its operator gives the keys, and may have revoked one by now. */
export function offerOf(operator: Operator): Offer {
  return {
    name: 'inner',
    baseUrl: `http://${innerHost}/api`,
    models: ['beta-5.0', 'beta_5.0Pro'],
    modelIds: {},
    keyOf: (account) => operator.accounts.get(account)?.keys.at(-1)?.key ?? 'a key of no account',
  }
}
