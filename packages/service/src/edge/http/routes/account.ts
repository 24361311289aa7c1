import type { FastifyInstance } from 'fastify'
import { declaredAccountId } from '../../../admit/accounts/declared-id.js'
import { balanceMembers, limitMembers } from '../../../admit/accounts/resource.js'
import { keyScopes } from '../../../keep/store/key-store.js'
import type { HttpContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'

/** GET /account, an extension: whose key the request carried, what the account can spend, and what the key may do. */
export function accountRoute(app: FastifyInstance, context: HttpContext): void {
  app.get('/account', async (request, reply) => {
    const { account, key } = callerOf(request)
    // Read now: a caller is remembered for a moment, and the balance moves with every task.
    const now = (await context.accounts.findAccount(account.id)) ?? account
    return reply.header('cache-control', 'no-store').send({
      ...{ object: 'account', id: declaredAccountId(now.id, context.installation), name: now.name },
      ...balanceMembers(now),
      key: { id: key.id, name: key.name, scopes: key.scopes ?? keyScopes, ...limitMembers(key) },
    })
  })
}
