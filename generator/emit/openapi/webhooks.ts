import type { Catalogue, JsonSchema } from '../../catalogue.js'
import { documentedModels, exampleTask } from './answer-examples.js'

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

/** What our service sends by itself to receivers that its operator has named: the section `webhooks` of OpenAPI 3.1. */
export function webhooks(catalogue: Catalogue): JsonSchema {
  return {
    'task-ended': {
      post: {
        operationId: 'receiveTaskEvent',
        tags: ['Tasks'],
        summary: 'A task has ended',
        description:
          "Sent at least once when a task is completed or failed, until it is answered with 2xx. Verify it before it is believed.\n\nAn extension of this project's service (webhooks); other services may not have it.",
        security: [],
        parameters: [
          header('webhook-id', 'Names the event: the same for all its attempts, and for no other.', { type: 'string' }),
          header(
            'webhook-timestamp',
            'When this attempt was sent, Unix timestamp in seconds. Reject one more than five minutes from now.',
            { type: 'string', pattern: '^[0-9]+$' },
          ),
          header(
            'webhook-signature',
            'One or several signatures, separated by spaces: "v1," and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots (Standard Webhooks).',
            { type: 'string' },
          ),
        ],
        requestBody: {
          required: true,
          description: 'How the task ended.',
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/WebhookEvent' },
              examples: examples(catalogue),
            },
          },
        },
        responses: {
          204: { description: 'Taken. Any other 2xx will do.' },
          410: { description: 'Not wanted: this event is not sent again. After any other answer it is.' },
        },
        'x-extension': 'webhooks',
      },
    },
  }
}

function examples(catalogue: Catalogue): JsonSchema {
  const [model] = documentedModels(catalogue)
  if (model === undefined) return {}
  return Object.fromEntries(
    ['completed', 'failed'].map((status) => [
      status,
      {
        summary: `A ${status} ${model.kind} task`,
        value: {
          type: `task.${status}`,
          timestamp: '2026-01-01T00:01:30.000Z',
          data: exampleTask(model, status, catalogue),
        },
      },
    ]),
  )
}
