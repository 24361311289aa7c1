// What is mutated, and which tests must notice: those of the promises that run in this process. What starts processes, measures
// the build, replaces modules or runs for long is inconclusive about one change. Of these, a mutant is shown to those that reach it,
// in this order until one fails: first those that are about its folder.
const inProcess = [
  ...['proved', 'arguments', 'idempotency', 'admission', 'wait', 'wait-missing', 'cancel-on-abort', 'journal'],
  ...['owner', 'options', 'create', 'figures'],
  ...['policy/*', 'privacy', 'extensions', 'company', 'catalogue-behind', 'batch', 'webhooks'],
  ...['files-named', 'files', 'media-hosts', 'media', 'journal-files', 'journal-claims', 'journal-lock'],
  ...['record-replay', 'edge-cases', 'submit-faults'],
  ...[
    'download/transfer',
    'download/lies',
    'download/sharing',
    'download/judge',
    'download/result-url',
    'download/ends',
    'download/part',
    'download/note',
    'download/abandoned',
  ],
]
const client = (folder, first = []) => ({
  mutate: [`packages/client/src/${folder}/**/*.ts`],
  tests: [...first, ...inProcess].map((name) => `packages/client/test/${name}.test.ts`),
})

/** An area of the service, and the tests of it that run in this process. */
const gateway = (mutate, tests) => ({
  mutate: mutate.map((path) => `packages/service/src/${path}`),
  tests: tests.map((name) => `packages/service/test/${name}.test.ts`),
})

export const areas = {
  policy: client('policy', ['policy/*']),
  submit: client('submit', ['arguments', 'idempotency', 'proved']),
  wait: client('wait', ['wait', 'wait-missing', 'cancel-on-abort']),
  transport: client('transport', ['admission', 'options', 'company']),
  journal: client('journal', ['journal-files', 'journal-claims', 'journal-lock', 'journal-forgotten', 'journal']),
  download: client('download', [
    'download/judge',
    'download/result-url',
    'download/ends',
    'download/transfer',
    'download/lies',
    'download/sharing',
  ]),
  disk: client('disk', [
    'download/part',
    'download/note',
    'download/abandoned',
    'download/transfer',
    'download/lies',
    'download/sharing',
  ]),
  errors: client('errors', ['error-words', 'proved', 'privacy', 'company']),
  call: client('call', ['create', 'options', 'wait']),
  files: client('files', ['files-named', 'files']),
  task: client('task', ['catalogue-behind', 'wait']),
  service: client('service', ['extensions', 'company', 'catalogue-behind']),
  client: { ...client('.', ['create', 'options', 'company', 'extensions']), mutate: ['packages/client/src/client.ts'] },
  batch: client('batch', ['batch']),
  media: client('media', ['media-hosts', 'media']),
  webhooks: client('webhooks', ['webhooks']),
  // A broken fault server makes most other tests hang: these two decide.
  testing: {
    mutate: ['packages/client/src/testing/**/*.ts'],
    tests: ['test-kit', 'record-replay'].map((name) => `packages/client/test/${name}.test.ts`),
  },
  numbers: {
    ...client('**', ['options', 'policy/*', 'wait', 'submit-faults', 'webhooks', 'test-kit', 'error-words']),
    numbers: true,
  },
  validation: {
    mutate: ['packages/validation/src/**/*.ts'],
    tests: [
      ...['messages', 'added-models', 'suggestions', 'model', 'media', 'migrate', 'hostile', 'scenarios', 'chinese'],
      ...['bad-input', 'vectors'],
    ].map((name) => `packages/validation/test/${name}.test.ts`),
  },
  // PostgreSQL is not among them: its tests start a server.
  'service-money': gateway(['domain/money/**/*.ts'], ['prices', 'limits', 'cancelled-tasks', 'grants', 'credit-days']),
  'service-store': gateway(
    ['keep/store/*.ts', 'keep/store/sqlite/**/*.ts'],
    ['sqlite-stores', 'group-commit', 'migrations', 'batches', 'retention'],
  ),
  'service-engine': gateway(
    ['run/engine/**/*.ts'],
    ['breaker', 'engine', 'follower', 'fail-over', 'due-queues', 'dead-letters', 'unknown-outcomes', 'refused-tasks'],
  ),
  'service-http': gateway(
    ['admit/**/*.ts', 'edge/http/**/*.ts'],
    [
      'body-room',
      'range',
      'limits',
      'keys',
      'submit',
      'refusals',
      'fast-path',
      'extensions',
      'repeated-submits',
      'results',
    ],
  ),
  'service-provider': gateway(
    ['run/provider/**/*.ts'],
    [
      'mapped/life',
      'mapped/faults',
      'mapped/lies',
      'mapped/lists',
      'mapped/held',
      'relay',
      'relay-outages',
      'upstreams',
    ],
  ),
  'service-webhooks': gateway(['run/webhooks/**/*.ts'], ['webhooks', 'signed-events', 'webhook-settings']),
  'service-administration': gateway(
    ['commands/administration/**/*.ts'],
    ['administration', 'keys', 'grants', 'dead-letters'],
  ),
}
