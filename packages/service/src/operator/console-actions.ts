import type { FastifyInstance } from 'fastify'
import { cancelTask } from '../engine/cancel-task.js'
import { isTaskId } from '../task/id.js'
import { replayEvent, retryDeadLetter, revokeKey, setDisabled } from './actions.js'
import { unknownTask } from './console-pages.js'
import type { OperatorParts } from './parts.js'

/** What the buttons of the console do. */
export function consoleActions(app: FastifyInstance, parts: OperatorParts): void {
  type WithId = { Params: { id: string } }
  app.post<WithId>('/dead-letters/:id/retry', async ({ params: { id } }, reply) => {
    await retryDeadLetter(id, parts)
    return reply.redirect('/console/dead-letters', 303)
  })
  app.post<{ Body: URLSearchParams | undefined }>('/webhooks/replay', async ({ body }, reply) => {
    await replayEvent(body?.get('task') ?? '', body?.get('receiver') ?? '', parts)
    return reply.redirect('/console/webhooks', 303)
  })
  app.post<WithId>('/tasks/:id/cancel', async ({ id: requestId, params: { id } }, reply) => {
    if (!isTaskId(id)) throw unknownTask()
    await cancelTask(id, { reason: 'cancelled by the operator', requestId }, parts)
    return reply.redirect(`/console/tasks/${id}`, 303)
  })
  for (const [word, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    app.post<WithId>(`/accounts/:id/${word}`, async ({ params: { id } }, reply) => {
      const account = await setDisabled(id, disabled, parts)
      return reply.redirect(accountAddress(account?.id), 303)
    })
  app.post<WithId & { Body: URLSearchParams | undefined }>(
    '/keys/:id/revoke',
    async ({ params: { id }, body }, reply) => {
      await revokeKey(id, parts)
      return reply.redirect(accountAddress(body?.get('account')), 303)
    },
  )
}

/** Where an account is shown after something was done to it, however many there are. */
function accountAddress(id: string | null | undefined): string {
  return `/console/accounts?account=${encodeURIComponent(id ?? '')}`
}
