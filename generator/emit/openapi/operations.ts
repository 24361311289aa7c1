import type { Catalogue, Endpoint, JsonSchema } from '../../catalogue.js'
import { objectOrEmpty } from '../../load/json-object.js'
import { directoryExample } from './directory-schemas.js'
import { problemReferences } from './responses.js'
import {
  accountExample,
  assetExample,
  capabilitiesExample,
  documentedModels,
  exampleTask,
  modelListExample,
  quoteExample,
  taskListExample,
  valueListsExample,
} from './answer-examples.js'

/** What an operation is beyond its line in the list of endpoints. */
interface OperationFacts {
  operationId: string
  tag: 'Tasks' | 'Models' | 'Assets' | 'Service'
  description: string
  failures: number[]
  open?: true
  build(catalogue: Catalogue): JsonSchema
}

const taskId: JsonSchema = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id that submit answered.',
  schema: { type: 'string' },
}
const assetId: JsonSchema = { ...taskId, description: 'The id that the upload answered.' }

/** Every operation by method and path. */
const operations: Record<string, OperationFacts> = {
  'POST /v2/model-center/tasks': {
    operationId: 'submitTask',
    tag: 'Tasks',
    description: 'Submits one generation task. Store the id of the answer: it is the only way to the result.',
    failures: [400, 401, 402, 403, 409, 413, 415, 429, 500, 503],
    build: (catalogue) => ({
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: {
        required: true,
        description: 'The Model ID and the parameters of that model.',
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/SubmitRequest' },
            examples: requestExamples(catalogue),
          },
        },
      },
      responses: { 200: taskAnswer(catalogue, 'The task, accepted.', ['queued']) },
    }),
  },
  'POST /v2/model-center/quote': {
    operationId: 'quoteTask',
    tag: 'Tasks',
    description: 'Answers what a submit of the same body would cost. Makes no task and holds no credits.',
    failures: [400, 401, 403, 413, 415, 429, 500, 503],
    build: (catalogue) => ({
      requestBody: {
        required: true,
        description: 'The body of a submit.',
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/SubmitRequest' },
            examples: requestExamples(catalogue),
          },
        },
      },
      responses: { 200: answer('The quote.', 'Quote', quoteExample(catalogue)) },
    }),
  },
  'GET /v2/model-center/tasks/{id}': {
    operationId: 'queryTask',
    tag: 'Tasks',
    description:
      'Answers the task as it stands. Poll every 5 to 10 seconds and stop at completed or failed. Result URLs expire: download them promptly.',
    failures: [401, 404, 429, 500, 503],
    build: (catalogue) => ({
      parameters: [taskId],
      responses: { 200: taskAnswer(catalogue, 'The task.', ['processing', 'completed', 'failed']) },
    }),
  },
  'GET /v2/model-center/tasks': {
    operationId: 'listTasks',
    tag: 'Tasks',
    description: 'Lists the tasks of the account, newest first, one page at a time.',
    failures: [400, 401, 429, 500, 503],
    build: (catalogue) => ({
      parameters: [
        query('limit', 'How many tasks a page holds at most; 20 when left out.', {
          type: 'integer',
          format: 'int32',
          minimum: 1,
          maximum: 100,
        }),
        query('after', 'The value of next from the page before.', { type: 'string' }),
        query('status', 'Only tasks in this state.', { $ref: '#/components/schemas/TaskStatus' }),
        query('model', 'Only tasks of this model.', { type: 'string' }),
        query(
          'idempotency_key',
          'The task that was accepted under this Idempotency-Key, alone; the answer names the key again. Takes no other parameter beside it.',
          { type: 'string', minLength: 1, maxLength: 255 },
        ),
      ],
      responses: { 200: answer('One page of tasks.', 'TaskList', taskListExample(catalogue)) },
    }),
  },
  'GET /v2/model-center/events': {
    operationId: 'streamEvents',
    tag: 'Tasks',
    description:
      'Streams the ends of tasks as server-sent events, from now on or from behind an event. Connect again with the last ID when the stream ends.',
    failures: [401, 403, 409, 429, 500, 503],
    build: (catalogue) => ({
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'The ID of the event behind which the stream begins; 0 for the first that is kept.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'Events: task.completed or task.failed, with data as a webhook has it.',
          content: { 'text/event-stream': { schema: { type: 'string' }, example: eventExample(catalogue) } },
        },
      },
    }),
  },
  'POST /v2/model-center/tasks/{id}/cancel': {
    operationId: 'cancelTask',
    tag: 'Tasks',
    description:
      'Ends a queued or running task as failed, free of charge, where no upstream has it or its upstream proves that it did not make it. Otherwise the task goes on and is charged, and `cancellation` says so. A task that has ended stays as it is and answers 409.',
    failures: [401, 404, 409, 429, 500, 503],
    build: (catalogue) => ({
      parameters: [taskId],
      responses: { 200: taskAnswer(catalogue, 'The task, cancelled or going on.', ['failed']) },
    }),
  },
  'GET /v2/model-center/models': {
    operationId: 'listModels',
    tag: 'Models',
    description: 'Lists the models and whether this account may use them.',
    failures: [401, 429, 500, 503],
    build: (catalogue) => ({ responses: { 200: answer('The models.', 'ModelList', modelListExample(catalogue)) } }),
  },
  'GET /v2/model-center/value-lists': {
    operationId: 'listCurrentValues',
    tag: 'Models',
    description:
      'Lists the values that the upstreams of a model have at the moment, where they add to them, and when they were read.',
    failures: [400, 401, 429, 500, 503],
    build: (catalogue) => ({
      parameters: [{ ...query('model', 'The Model ID.', { type: 'string' }), required: true }],
      responses: { 200: answer('The lists that are known.', 'ValueLists', valueListsExample(catalogue)) },
    }),
  },
  'GET /v2/model-center/directory': {
    operationId: 'getModelDirectory',
    tag: 'Models',
    description: 'Lists what each model can do and what it costs, in the form that model directories read.',
    failures: [401, 429, 500, 503],
    build: (catalogue) => ({
      responses: { 200: answer('The models.', 'ModelDirectory', directoryExample(catalogue)) },
    }),
  },
  'GET /v2/model-center/capabilities': {
    operationId: 'getCapabilities',
    tag: 'Service',
    description: 'Says which extensions the service supports. Needs no key.',
    failures: [404, 429, 500, 503],
    open: true,
    build: (catalogue) => ({
      responses: { 200: answer('The extensions.', 'Capabilities', capabilitiesExample(catalogue)) },
    }),
  },
  'GET /v2/model-center/account': {
    operationId: 'getAccount',
    tag: 'Service',
    description: 'Names the account and the key of the request, with what the account can spend.',
    failures: [401, 403, 429, 500, 503],
    build: () => ({ responses: { 200: answer('The account.', 'Account', accountExample()) } }),
  },
  'POST /v2/model-center/assets': {
    operationId: 'uploadAsset',
    tag: 'Assets',
    description:
      'Uploads one file to the asset library. The body is the file itself; its Content-Type is the media type.',
    failures: [400, 401, 409, 413, 415, 429, 500, 503],
    build: () => ({
      requestBody: {
        required: true,
        description: 'The bytes of the file.',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: { 200: answer('The asset, waiting for review.', 'Asset', assetExample('pending')) },
    }),
  },
  'GET /v2/model-center/assets': {
    operationId: 'listAssets',
    tag: 'Assets',
    description: 'Lists the assets of the account, newest first, one page at a time.',
    failures: [400, 401, 429, 500, 503],
    build: () => ({
      parameters: [
        query('limit', 'How many assets a page has at most; 20 when left out.', {
          type: 'integer',
          format: 'int32',
          minimum: 1,
          maximum: 100,
        }),
        query('after', 'The value of next from the page before.', { type: 'string' }),
      ],
      responses: {
        200: answer('One page of assets.', 'AssetList', {
          object: 'list',
          data: [assetExample('approved')],
          has_more: false,
        }),
      },
    }),
  },
  'GET /v2/model-center/assets/{id}': {
    operationId: 'getAsset',
    tag: 'Assets',
    description: 'Answers an asset with the state of its review.',
    failures: [401, 404, 429, 500, 503],
    build: () => ({
      parameters: [assetId],
      responses: { 200: answer('The asset.', 'Asset', assetExample('approved')) },
    }),
  },
  'DELETE /v2/model-center/assets/{id}': {
    operationId: 'deleteAsset',
    tag: 'Assets',
    description: 'Deletes an asset and its file. A request that names it afterwards is rejected.',
    failures: [401, 404, 429, 500, 503],
    build: () => ({
      parameters: [assetId],
      responses: { 204: { description: 'The asset is deleted.' } },
    }),
  },
}

/** The methods and paths that an endpoint of the specification may have. */
export const endpointKeys: readonly string[] = Object.keys(operations)

/** The path items of the document, in the catalogue's order. */
export function pathItems(catalogue: Catalogue): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of catalogue.service.endpoints) {
    const { method, path } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(catalogue, endpoint) }
  }
  return paths
}

function operation(catalogue: Catalogue, endpoint: Endpoint): JsonSchema {
  const key = `${endpoint.method} ${endpoint.path}`
  const facts = operations[key]
  if (!facts) throw new Error(`nothing describes ${key}, which S065 has not reported`)
  const built = facts.build(catalogue)
  return {
    operationId: facts.operationId,
    tags: [facts.tag],
    summary: endpoint.summary.replace(/\.$/, ''),
    description: endpoint.extension
      ? `${facts.description}\n\nAn extension of this project's service (${endpoint.extension}); other services may not have it.`
      : facts.description,
    ...built,
    responses: { ...objectOrEmpty(built.responses), ...problemReferences(facts.failures) },
    ...(facts.open ? { security: [] } : {}),
    ...(endpoint.extension ? { 'x-extension': endpoint.extension } : {}),
    ...(endpoint.source ? { 'x-source': { ...endpoint.source } } : {}),
  }
}

function requestExamples(catalogue: Catalogue): JsonSchema {
  return Object.fromEntries(
    catalogue.models.map((model) => [
      model.id,
      { summary: `A request for ${model.id}`, value: model.requests.usual.en },
    ]),
  )
}

function taskAnswer(catalogue: Catalogue, description: string, states: string[]): JsonSchema {
  const examples: JsonSchema = {}
  for (const [index, model] of documentedModels(catalogue).entries()) {
    // Every state of the first, and of the others the end that differs.
    for (const status of index === 0 ? states : states.filter((each) => each === 'completed'))
      examples[index === 0 ? status : `${status}-${model.kind}`] = {
        summary: `A ${status} ${model.kind} task`,
        value: exampleTask(model, status, catalogue),
      }
  }
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Task' }, examples } } }
}

function answer(description: string, schema: string, example: JsonSchema): JsonSchema {
  return {
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
  }
}

function eventExample(catalogue: Catalogue): string {
  const [model] = documentedModels(catalogue)
  const task = model === undefined ? {} : exampleTask(model, 'completed', catalogue)
  const data = JSON.stringify({ type: 'task.completed', timestamp: '2026-01-31T12:00:00.000Z', data: task })
  const { id } = task as { id?: string }
  return `id: 7-${id ?? ''}\nevent: task.completed\ndata: ${data}\n\n`
}

function query(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'query', required: false, description, schema }
}
