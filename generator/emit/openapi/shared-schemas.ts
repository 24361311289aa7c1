import type { JsonSchema } from '../../catalogue.js'

const timestamp = (description: string): JsonSchema => ({ type: 'integer', description })
const text = (description: string): JsonSchema => ({ type: 'string', description })
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const rateSchemas: Record<string, JsonSchema> = {
  perTask: { type: 'number', description: 'Credits per task.' },
  perSecond: { type: 'number', description: 'Credits per second of video asked for.' },
  perImage: { type: 'number', description: 'Credits per image that the request attaches.' },
  lines: {
    type: 'array',
    description: 'In place of the rates where a price says more than these can: the lines that are added.',
    items: {
      type: 'object',
      description: 'A rate, what it is multiplied by (per) and on what condition (when), as in the catalogue.',
      additionalProperties: true,
    },
  },
}

/** The schemas of what our service adds to the interface, by component name. Each is marked with its extension. */
export const extensionSchemas: Record<string, JsonSchema> = {
  Problem: {
    'x-extension': 'problems',
    type: 'object',
    description: 'A failed request, as RFC 9457 describes it.',
    required: ['type', 'title', 'status'],
    properties: {
      type: text('A URI that names the kind of problem, such as urn:model-tasks:problem:invalid-request.'),
      title: text('The kind of problem in a few words.'),
      status: { type: 'integer', minimum: 100, maximum: 599, description: 'The HTTP status code.' },
      detail: text('What went wrong this time, and what to do next.'),
      instance: text('A URI of this one occurrence.'),
      reason: text('A reason code, such as brand_model_missing.'),
      findings: {
        type: 'array',
        description: 'What is wrong with an invalid request, one entry per mistake.',
        items: reference('Finding'),
      },
    },
    additionalProperties: true,
  },
  Finding: {
    'x-extension': 'problems',
    type: 'object',
    description: 'One mistake in a request, or one piece of advice.',
    required: ['rule', 'severity', 'path', 'message', 'source'],
    properties: {
      rule: text('Stable id of the rule.'),
      severity: { type: 'string', enum: ['error', 'advice'], description: 'Only errors reject a request.' },
      path: text('JSON pointer into the request body.'),
      parameter: text('The parameter concerned.'),
      message: text('What is wrong, what is allowed and what to do.'),
      received: { description: 'The value received, shortened when it is long.' },
      limit: { type: 'number', description: 'The limit that was passed.' },
      allowed: { type: 'array', description: 'The values offered.', items: {} },
      suggestion: { description: 'The value that was probably meant.' },
      source: text('The section of the interface that states the rule.'),
    },
    additionalProperties: true,
  },
  Capabilities: {
    'x-extension': 'capabilities',
    type: 'object',
    description: 'Which extensions a service supports.',
    required: ['object', 'version', 'extensions'],
    properties: {
      object: { type: 'string', const: 'capabilities', enum: ['capabilities'], description: 'The resource type.' },
      version: text('Version of the catalogue that the service runs.'),
      extensions: { type: 'array', description: 'Ids of the extensions supported.', items: { type: 'string' } },
      idempotency: {
        type: 'object',
        description: 'Present when a submit can be repeated safely.',
        required: ['header'],
        properties: {
          header: text('Name of the request header that carries the key.'),
          keptSeconds: {
            type: 'number',
            description: 'For how many seconds at least a key is kept after its submit.',
          },
          keptSince: {
            type: 'string',
            format: 'date-time',
            description:
              'Present once the service has been restored: keys of submits from before that time may be lost. A client sends such a submit again only where it may be paid twice.',
          },
          lookup: {
            type: 'boolean',
            description: 'Whether the list of tasks finds a task by its key (idempotency_key).',
          },
        },
        additionalProperties: true,
      },
      polling: {
        type: 'object',
        description: 'Present when polling faster than the interface says is welcome.',
        required: ['minimumSeconds'],
        properties: {
          minimumSeconds: { type: 'number', description: 'Shortest interval between two queries, in seconds.' },
        },
        additionalProperties: true,
      },
      account: text('ID of the account of the API key, which does not change; absent without a valid key.'),
    },
    additionalProperties: true,
  },
  ModelSummary: {
    'x-extension': 'models',
    type: 'object',
    description: 'A model as the service offers it to this account.',
    required: ['id', 'object', 'kind', 'available', 'reference'],
    properties: {
      id: text('The Model ID.'),
      object: { type: 'string', const: 'model', enum: ['model'], description: 'The resource type.' },
      kind: text('video or image.'),
      available: { type: 'boolean', description: 'Whether this account may use it.' },
      reason: text('Why it is unavailable.'),
      reference: { type: 'boolean', description: 'Whether its parameters are known.' },
      price: reference('Price'),
      upcoming_prices: {
        type: 'array',
        description: 'Prices that count from a later date on.',
        items: reference('Price'),
      },
    },
    additionalProperties: true,
  },
  Price: {
    'x-extension': 'prices',
    type: 'object',
    description: 'What a task of a model costs, in credits. A rate that is absent costs nothing.',
    properties: {
      from: { type: 'string', format: 'date-time', description: 'Since when it counts; absent: always.' },
      ...rateSchemas,
      tiers: {
        type: 'array',
        description: 'The first whose conditions all hold takes the place of the rates.',
        items: {
          type: 'object',
          description: 'Rates for some requests.',
          required: ['when'],
          properties: {
            when: {
              type: 'object',
              description:
                'By parameter: a list of values, or an object with min and max, how many items the parameter has.',
              additionalProperties: true,
            },
            ...rateSchemas,
          },
          additionalProperties: true,
        },
      },
    },
    additionalProperties: true,
  },
  Quote: {
    'x-extension': 'quote',
    type: 'object',
    description: 'What a submit of the same body would cost, in credits.',
    required: ['object', 'model', 'amount', 'lines', 'findings'],
    properties: {
      object: { type: 'string', const: 'quote', enum: ['quote'], description: 'The resource type.' },
      model: text('The Model ID.'),
      amount: {
        type: 'number',
        description: 'What the task would cost once completed, and hold unless held says more.',
      },
      held: {
        type: 'number',
        description:
          'What the task would hold: the highest price of its models. Absent where no other model may make it.',
      },
      fallbacks: {
        type: 'array',
        description: 'The models that may make the task where its own will not, in their order.',
        items: {
          type: 'object',
          description: 'What the task would cost with the model, or why that model cannot make it.',
          required: ['model'],
          properties: {
            model: text('The Model ID.'),
            amount: { type: 'number', description: 'What the task would cost.' },
            reason: text('Why the model cannot make this request.'),
          },
          additionalProperties: true,
        },
      },
      lines: {
        type: 'array',
        description: 'The parts of the amount.',
        items: {
          type: 'object',
          description: 'A rate, how often it counts, and the product.',
          required: ['rate', 'credits', 'quantity', 'amount'],
          properties: {
            rate: text(
              'What the rate counts by, such as perTask, perSecond, perImage, perSecondPerOutput or per1000Characters.',
            ),
            credits: { type: 'number', description: 'The rate.' },
            quantity: { type: 'number', description: 'How often it counts.' },
            amount: { type: 'number', description: 'The product.' },
          },
          additionalProperties: true,
        },
      },
      available: { type: 'number', description: 'The credits left; absent where they are not counted.' },
      findings: { type: 'array', description: 'Advice on the request.', items: reference('Finding') },
    },
    additionalProperties: true,
  },
  Account: {
    'x-extension': 'account',
    type: 'object',
    description: 'The account and the key of a request.',
    required: ['object', 'id', 'name', 'key'],
    properties: {
      object: { type: 'string', const: 'account', enum: ['account'], description: 'The resource type.' },
      id: text('The ID of the account, as capabilities declare it: no other account of any service has it.'),
      name: text('Its name, for people.'),
      credits: { type: 'number', description: 'What can be spent; absent where credits are not counted.' },
      held: {
        type: 'number',
        description: 'What tasks that have not ended hold; absent where credits are not counted.',
      },
      key: {
        type: 'object',
        description: 'The key that the request carried, without its secret.',
        required: ['id', 'name', 'scopes'],
        properties: {
          id: text('The ID of the key.'),
          name: text('Its name, for people; may be empty.'),
          scopes: {
            type: 'array',
            description:
              'What the key may do: read is every GET; submit is submit, quote and cancel; assets is upload and delete.',
            items: { type: 'string' },
          },
          expires: {
            type: 'integer',
            format: 'int64',
            description: 'When it expires, in Unix seconds; absent for never.',
          },
          tasks_per_day: {
            type: 'integer',
            format: 'int64',
            description: 'How many tasks it may submit a day (UTC); absent for no limit.',
          },
          credits_per_day: {
            type: 'number',
            description: 'How many credits it may spend a day (UTC); absent for no limit.',
          },
        },
        additionalProperties: true,
      },
    },
    additionalProperties: true,
  },
  ModelList: {
    'x-extension': 'models',
    type: 'object',
    description: 'The models of the service.',
    required: ['object', 'data'],
    properties: {
      object: { type: 'string', const: 'list', enum: ['list'], description: 'The resource type.' },
      data: {
        type: 'array',
        description: 'The models, in the order of the published list.',
        items: reference('ModelSummary'),
      },
    },
    additionalProperties: true,
  },
  ValueLists: {
    'x-extension': 'value-lists',
    type: 'object',
    description: 'The values that the upstreams of a model have at the moment.',
    required: ['object', 'model', 'data'],
    properties: {
      object: { type: 'string', const: 'list', enum: ['list'], description: 'The resource type.' },
      model: text('The Model ID.'),
      data: {
        type: 'array',
        description: 'The lists that are known, one per place of a request.',
        items: reference('ValueList'),
      },
    },
    additionalProperties: true,
  },
  ValueList: {
    'x-extension': 'value-lists',
    type: 'object',
    description: 'The values that can stand at one place of a request at the moment.',
    required: ['object', 'path', 'name', 'values', 'read'],
    properties: {
      object: { type: 'string', const: 'value_list', enum: ['value_list'], description: 'The resource type.' },
      path: text('Pattern of JSON pointers into the request body; * stands for every item of a list.'),
      name: text('Name of the list, such as voices.'),
      values: { type: 'array', description: 'The values, in the order of the upstream.', items: { type: 'string' } },
      read: timestamp('When the list was read, Unix timestamp in seconds.'),
    },
    additionalProperties: true,
  },
  TaskList: {
    'x-extension': 'list',
    type: 'object',
    description: 'One page of tasks, newest first.',
    required: ['object', 'data', 'has_more'],
    properties: {
      object: { type: 'string', const: 'list', enum: ['list'], description: 'The resource type.' },
      data: { type: 'array', description: 'The tasks of this page.', items: reference('Task') },
      has_more: { type: 'boolean', description: 'Whether older tasks follow.' },
      next: text('The value of after for the next page.'),
    },
    additionalProperties: true,
  },
  AssetList: {
    'x-extension': 'assets',
    type: 'object',
    description: 'One page of assets, newest first.',
    required: ['object', 'data', 'has_more'],
    properties: {
      object: { type: 'string', const: 'list', enum: ['list'], description: 'The resource type.' },
      data: { type: 'array', description: 'The assets of this page.', items: reference('Asset') },
      has_more: { type: 'boolean', description: 'Whether older assets follow.' },
      next: text('The value of after for the next page.'),
    },
    additionalProperties: true,
  },
  WebhookEvent: {
    'x-extension': 'webhooks',
    type: 'object',
    description: 'How a task ended, as it is sent to a receiver.',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: {
        type: 'string',
        enum: ['task.completed', 'task.failed'],
        description: 'What happened. A cancelled task has failed.',
      },
      timestamp: { type: 'string', format: 'date-time', description: 'When the task ended.' },
      data: reference('Task'),
    },
    additionalProperties: true,
  },
  Asset: {
    'x-extension': 'assets',
    type: 'object',
    description: 'A file in the asset library.',
    required: ['id', 'object', 'status', 'content_type', 'bytes', 'created'],
    properties: {
      id: text('The asset id, used as assetId://{id} in media parameters.'),
      object: { type: 'string', const: 'asset', enum: ['asset'], description: 'The resource type.' },
      status: text('pending, approved or rejected. Only an approved asset can be used.'),
      content_type: text('The media type of the file.'),
      bytes: { type: 'integer', description: 'The size of the file.' },
      created: timestamp('Time of the upload, Unix timestamp in seconds.'),
    },
    additionalProperties: true,
  },
}
