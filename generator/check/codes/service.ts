import type { CodeFacts } from './facts.js'

/** The published list, the service and the Task. */
export const serviceCodes = [
  {
    code: 'S060',
    severity: 'error',
    title: 'A listed model has no file',
    explanation: 'The published list names a model that has no file in models/.',
    hint: 'Add spec/models/<model-id>.schema.json: npm run spec:new -- <model-id>.',
    wrong: '"models": ["beta-6.0"] without models/beta-6.0.schema.json',
    right: '"models": ["beta-5.0"]',
  },
  {
    code: 'S061',
    severity: 'error',
    title: 'A model contradicts the published list',
    explanation: 'The published list names the model, and its file says x-listed: false.',
    hint: 'Set x-listed to true, or take the model off the list in service.json.',
    wrong: '"x-listed": false, while service.json lists the model',
    right: '"x-listed": true',
  },
  {
    code: 'S062',
    severity: 'error',
    title: 'An unknown extension is named',
    explanation: 'An endpoint belongs to an extension that service.json does not describe.',
    hint: 'Describe the extension under extensions, or correct the name.',
    wrong: '{ "id": "cancel", "extension": "cancels", … }',
    right: '{ "id": "cancel", "extension": "cancel", … }',
  },
  {
    code: 'S063',
    severity: 'error',
    title: 'An id is used twice',
    explanation:
      'Ids of findings, unknowns, endpoints and extensions are unique, because links and programs rely on them.',
    hint: 'Give each its own id.',
    wrong: '"unknowns": [{ "id": "events", … }, { "id": "events", … }]',
    right: '"unknowns": [{ "id": "events", … }, { "id": "key", … }]',
  },
  {
    code: 'S064',
    severity: 'error',
    title: 'A task field and a model disagree',
    explanation: 'The Task says that a model has an extra response field, and the file of the model does not say so.',
    hint: 'Add the field to x-response-extras in the model file, or take the model out of x-models in task.schema.json.',
    wrong: '"x-response-extras": [], while x-models of upstream_url in task.schema.json names the model',
    right: '"x-response-extras": ["upstream_url"]',
  },
  {
    code: 'S065',
    severity: 'error',
    title: 'An endpoint has no description of its own',
    explanation:
      'What an endpoint takes and answers is described in code, one description for each method and path. The list names an endpoint that has none, or the same endpoint twice.',
    hint: 'Correct the method or the path, or describe the operation in generator/emit/openapi/operations.ts.',
    wrong: '{ "id": "query", "method": "GET", "path": "/v2/model-center/task/{id}", … }',
    right: '{ "id": "query", "method": "GET", "path": "/v2/model-center/tasks/{id}", … }',
  },
] as const satisfies readonly CodeFacts[]
