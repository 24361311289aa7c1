import type { Catalogue, JsonSchema, Model } from '../catalogue.js'
import type { File } from '../file.js'
import { yamlText } from './yaml.js'

/** How long a workflow polls at most, in seconds. */
const patience = 1800

/**
 * The workflow of the interface as an Arazzo document beside the OpenAPI document: submit, poll until the end, download.
 * One workflow per kind of model, with the first model of that kind that has a parameter table.
 */
export function emitArazzo(catalogue: Catalogue): File[] {
  const kinds = [...new Set(catalogue.models.map(({ kind }) => kind))]
  const models = kinds.flatMap((kind) => catalogue.models.find((model) => model.kind === kind && isUsable(model)) ?? [])
  // Arazzo demands a workflow.
  if (models.length === 0) return []
  const document: JsonSchema = {
    arazzo: '1.0.1',
    info: {
      title: 'Model Task Service: from a request to a file',
      summary: 'Submit a task, poll it until its end, download the result.',
      description:
        'Give the API key as the input `apiKey`. The base address is the server of the OpenAPI document; a runner can be told another, such as `redocly respect arazzo.yaml --server openapi=https://example.com/api --input apiKey=…`.',
      version: catalogue.version,
    },
    sourceDescriptions: [{ name: 'openapi', url: './openapi.yaml', type: 'openapi' }],
    workflows: models.map((model) => workflow(catalogue, model)),
  }
  return [{ path: 'arazzo.yaml', content: yamlText(document) }]
}

function isUsable({ reference, availability }: Model): boolean {
  return reference && availability.status === 'available'
}

function workflow({ service }: Catalogue, model: Model): JsonSchema {
  const authorization = { in: 'header', name: service.authentication.header, value: 'Bearer {$inputs.apiKey}' }
  const resultUrl = '$response.body#/result_url'
  return {
    workflowId: `generate-${model.kind}`,
    summary: `Make one ${model.kind} with ${model.id}`,
    description: 'Submits once and never again: after a lost answer the task may exist.',
    inputs: {
      type: 'object',
      required: ['apiKey'],
      properties: { apiKey: { type: 'string', description: 'The key of the account.', format: 'password' } },
    },
    steps: [
      {
        stepId: 'submit',
        description: 'Store the id: it is the only way to the result.',
        operationId: 'submitTask',
        parameters: [authorization],
        requestBody: { contentType: 'application/json', payload: model.requests.usual.en },
        successCriteria: [{ condition: '$statusCode == 200' }],
        outputs: { taskId: '$response.body#/id' },
      },
      {
        stepId: 'poll',
        description: `Every ${service.polling.minimumSeconds} seconds, which is the shortest interval that the interface states, for half an hour at most.`,
        operationId: 'queryTask',
        parameters: [authorization, { in: 'path', name: 'id', value: '$steps.submit.outputs.taskId' }],
        successCriteria: [{ condition: '$statusCode == 200' }, { condition: "$response.body#/status == 'completed'" }],
        onFailure: [
          { name: 'failed', type: 'end', criteria: [{ condition: "$response.body#/status == 'failed'" }] },
          {
            name: 'not-yet',
            type: 'retry',
            retryAfter: service.polling.minimumSeconds,
            retryLimit: Math.ceil(patience / service.polling.minimumSeconds),
          },
        ],
        outputs: { resultUrl },
      },
      {
        stepId: 'download',
        description:
          'Without the key, and promptly: the URL expires. It is not part of the OpenAPI document, so `x-operation` names it, an extension of Redocly; another runner stops before this step.',
        'x-operation': { url: '$steps.poll.outputs.resultUrl', method: 'get' },
        successCriteria: [{ condition: '$statusCode == 200' }],
      },
    ],
    outputs: { taskId: '$steps.submit.outputs.taskId', resultUrl: '$steps.poll.outputs.resultUrl' },
  }
}
