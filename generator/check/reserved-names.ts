/**
 * Model IDs whose files or identifiers would be those of something about all models: of a file such as
 * `validators/index.js`, of a declaration such as `ModelInput` or `validateOpen`, or of a schema of the OpenAPI document.
 */
export const reservedNames = [
  'account',
  'all',
  'asset',
  'asset-list',
  'capabilities',
  'cost',
  'finding',
  'index',
  'model',
  'model-directory',
  'model-directory-entry',
  'model-list',
  'model-summary',
  'names',
  'open',
  'price',
  'problem',
  'quote',
  'request',
  'submit',
  'submit-request',
  'task',
  'task-list',
  'task-status',
  'value-list',
  'value-lists',
  'webhook-event',
] as const
