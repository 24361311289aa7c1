import { verifyWebhook } from '@model-tasks/client/webhooks'

export const receive = async (request: Request): Promise<Response> => {
  const event = await verifyWebhook({
    headers: request.headers,
    body: await request.text(),
    secret: process.env.MODEL_TASKS_WEBHOOK_SECRET ?? '',
  })
  console.log(event.type, event.data.id)
  return new Response(null, { status: 204 })
}
