import type { Catalogue, JsonSchema, JsonValue } from '../../catalogue.js'
import { directorySchemas } from './directory-schemas.js'
import { extensionSchemas } from './shared-schemas.js'
import { json } from './json.js'
import type { Defaults } from './model-component.js'
import { pathItems } from './operations.js'
import { problemResponses } from './responses.js'
import { taskComponent, taskStatusComponent } from './task-component.js'
import { webhooks } from './webhooks.js'

const tags = [
  { name: 'Assets', description: 'The asset library: files uploaded before they are used in a request.' },
  { name: 'Models', description: 'Which models the service offers.' },
  { name: 'Service', description: 'What a service can do beyond the interface.' },
  { name: 'Tasks', description: 'Submit a task, follow it, fetch its result.' },
]

/** The OpenAPI 3.1 document of the whole service, with `schemas` for its component schemas. `defaults` says which parameters carry a `default`. */
export function openapiFrame(catalogue: Catalogue, defaults: Defaults, schemas: JsonValue): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Model Task Service',
      version: catalogue.version,
      summary: 'Asynchronous generation of videos and images.',
      description: description(catalogue, defaults),
      contact: { name: 'Model Tasks' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'http://127.0.0.1:8787/api',
        description:
          'The service of this project as it starts by itself. For another, put its base address here: it ends with the first path segment.',
      },
    ],
    security: [{ bearer: [] }],
    tags,
    paths: pathItems(catalogue),
    webhooks: webhooks(catalogue),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key, in the Authorization header of every request and nowhere else.',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Makes a repeated submit safe: the same key with the same body answers the same task. An extension; send it to any service, rely on it only where capabilities declare it.',
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
          'x-extension': 'idempotency',
        },
      },
      headers: {
        RetryAfter: {
          description: 'Seconds to wait, or a date.',
          schema: { type: 'string' },
          'x-extension': 'retry-after',
        },
      },
      responses: problemResponses(),
      schemas,
    },
    'x-extensions': json(catalogue.service.extensions),
    'x-unknowns': json(catalogue.unknowns),
  }
}

/** The component schemas that are of no one model. */
export function sharedSchemas(catalogue: Catalogue): Record<string, JsonSchema> {
  return {
    SubmitRequest: submitRequest(catalogue),
    Task: taskComponent(catalogue),
    TaskStatus: taskStatusComponent(catalogue),
    ...extensionSchemas,
    ...directorySchemas,
  }
}

function submitRequest(catalogue: Catalogue): JsonSchema {
  const reference = (name: string) => `#/components/schemas/${name}`
  return {
    title: 'SubmitRequest',
    description: 'A task to submit: the Model ID and the parameters of that model.',
    oneOf: catalogue.models.map((model) => ({ $ref: reference(model.codegenName) })),
    discriminator: {
      propertyName: 'model',
      mapping: Object.fromEntries(catalogue.models.map((model) => [model.id, reference(model.codegenName)])),
    },
  }
}

function description(catalogue: Catalogue, defaults: Defaults): string {
  return [
    `A client submits a task that names one of ${catalogue.models.length} models, polls it by its id, and downloads the result when the task is completed.`,
    ...catalogue.service.notes.slice(0, 1).map((note) => note.text),
    'Each model has its own closed component: a parameter of another model is rejected. Rules across parameters stand as `if`/`then`, `not` and `dependentRequired`.',
    defaults === 'sent'
      ? 'Only a required parameter has a `default`: a client sends it. What an optional parameter is when it is left out stands under `x-default` and in its description, because many tools demand or send every parameter that has a `default`. `openapi-defaults.json` is this document with every default as `default`.'
      : 'This is the flavour with every default as `default`, for tools that read only those: forms, mock servers, documentation. Do not generate a client from it: many generators demand or send a parameter that has a `default`. `openapi.json` is the same without the defaults of optional parameters.',
    "Everything marked `x-extension` is an addition of this project's service that the interface does not show. Every fact names its section under `x-source`.",
  ].join('\n\n')
}
