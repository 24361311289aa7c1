// What is mutated, and which tests must notice: those of the promises that run in this process. What starts processes, measures
// the build, replaces modules or runs for long is inconclusive about one change. Of these, a mutant is shown to those that reach it,
// in this order until one fails: first those that are about its folder.
const inProcess = [
  ...['proved', 'arguments', 'idempotency', 'admission', 'wait', 'wait-missing', 'cancel-on-abort', 'journal'],
  ...['owner', 'options', 'create', 'figures'],
  ...['policy/*', 'privacy', 'extensions', 'company', 'catalogue-behind', 'batch', 'webhooks'],
  ...['files-named', 'files', 'media-hosts', 'media', 'journal-files', 'journal-claims', 'journal-lock'],
  ...['record-replay', 'edge-cases', 'submit-faults'],
  ...['download/transfer', 'download/lies', 'download/sharing', 'download/judge', 'download/result-url'],
  ...['download/ends', 'download/part', 'download/note', 'download/abandoned'],
]
const client = (folder, first = []) => ({
  mutate: [`packages/client/src/${folder}/**/*.ts`],
  tests: [...first, ...inProcess].map((name) => `packages/client/test/${name}.test.ts`),
})

/** A test of the service, or one that crosses packages. */
const ofService = (name) => `${name.startsWith('test/') ? '' : 'packages/service/test/'}${name}.test.ts`

/**
 * An area of the service, and the tests of it that run in this process. `later` are more of them, and system tests whose commands and
 * services run in this process, also where they start a database: they are asked about what survives the others, as far as they reach it.
 * One that is not of the package begins with `test/`.
 */
const gateway = (mutate, tests, later) => ({
  mutate: mutate.map((path) => `packages/service/src/${path}`),
  tests: tests.map(ofService),
  later: later.map(ofService),
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
  'service-money': gateway(
    ['domain/money/**/*.ts'],
    [
      ...['prices', 'price-shapes', 'release-proof', 'usage', 'credit-days', 'budget-start', 'budgets'],
      ...['grants', 'money-attacks', 'upstream-figures'],
      ...['mapped/result-usage', 'cancelled-tasks', 'held-ends', 'proof', 'fallbacks', 'fallbacks-http', 'limits'],
      ...['administration', 'administration-http', 'repeats', 'relay.system', 'overdue', 'settings', 'sqlite-stores'],
    ],
    ['s3-service.system', 'native', 'openai-images.system'],
  ),
  'service-admit': gateway(
    ['admit/**/*.ts'],
    [
      ...[
        'operator-words',
        'callers',
        'checked-before-files',
        'callback-url',
        'named-media',
        'unsupported-values',
        'operator-lists',
      ],
      ...['limits', 'keys', 'submit', 'budgets', 'grants', 'repeated-submits', 'repeated-keys', 'unknown-models'],
      ...['origin', 'out-of-reach', 'media-check', 'operator-key', 'administration', 'administration-http'],
      ...[
        'fallbacks-http',
        'fallbacks',
        'extensions',
        'refusals.system',
        'webhooks.system',
        'result-key',
        'money-attacks',
      ],
      ...['key-file.system', 'asked-record', 'routing', 'openai-images.system', 'openai-videos', 'native'],
      ...['unwritten-submits', 'local-credentials', 'settings', 'media-reader', 'mapped/sent-files'],
      ...['sqlite-stores', 'retention'],
    ],
    [
      ...[
        'readiness.system',
        'vectors.system',
        'batches',
        'fast-path',
        'close',
        'reload.system',
        'early-answers.system',
      ],
      ...['mapped/service.system', 'one-trace', 'tracing'],
    ],
  ),
  'service-store': gateway(
    ['keep/store/*.ts', 'keep/store/sqlite/**/*.ts'],
    [
      ...['sqlite-stores', 'long-search', 'group-commit', 'fair-share', 'sqlite-statements', 'migrations.system'],
      ...['batches', 'retention', 'usage'],
      ...['restored-facts', 'restored-sqlite.system', 'administration', 'administration-http', 'queue-places'],
      ...['unknown-outcomes', 'budgets'],
      ...['fail-over', 'engine', 'dead-letters.system', 'webhooks.system', 'events.system', 'proof', 'sign-out'],
      ...['readiness', 'log-room', 'database-clock', 'task-row', 'asked-record'],
    ],
    [
      ...['administration', 'limits', 'keys', 'relay.system', 'cancelled-tasks', 'dead-letters.system', 'grants'],
      ...['credit-days', 'queue-places', 'waiting', 'repeats', 'recorded-timeline', 'due-queues', 'task-id'],
    ],
  ),
  'service-engine': gateway(
    ['run/engine/**/*.ts'],
    [
      ...['paused-models', 'poll-condition', 'poll-schedule', 'progress-notes', 'pace', 'relief'],
      ...['own-refusals', 'store-result', 'handling', 'diverted-windows', 'told-room', 'held-submits'],
      ...['removed-upstreams', 'heartbeats', 'operator-holds', 'run-times', 'repeat-order', 'unknown-status'],
      ...['woken-lanes', 'outcome-deadlines', 'kept-keys'],
      ...['breaker', 'engine', 'follower', 'fail-over', 'due-queues', 'dead-letters.system', 'unknown-outcomes'],
      ...['unknown-models', 'followed-end', 'lost-claims', 'task-timing'],
      ...['polled-story'],
      ...['refused-tasks.system', 'engine-clocks', 'routing', 'relay.system', 'relay-cancel', 'relay-outages.system'],
      ...['cancelled-tasks', 'held-ends', 'drain'],
      ...['overdue', 'year-away', 'fallbacks', 'upstream-identity.system', 'missing-results', 'upstream-reload'],
      ...['stopping', 'one-trace'],
      ...[
        'upstream-figures',
        'telemetry',
        'foreign-answers.system',
        'mapped/cancel.system',
        'mapped/faults.system',
        'mapped/named-tasks',
      ],
      ...['mapped/rate-limits.system', 'mapped/held.system', 'restored-sqlite.system'],
    ],
    [
      ...['follow-many.system', 's3-service.system', 'readiness.system', 'administration'],
      ...['administration-http', 'waiting', 'events.system', 'queue-places', 'retention', 'batches', 'reload.system'],
      ...['dead-letters.system', 'slots', 'relay-waits', 'mapped/life', 'mapped/lies.system', 'mapped/webhooks'],
      ...['mapped/other-task', 'mapped/history.system', 'upstreams', 'webhooks.system', 'doctor.system', 'result-key'],
    ],
  ),
  'service-http': gateway(
    ['edge/http/**/*.ts', 'edge/protocol/**/*.ts'],
    [
      ...[
        'body-room',
        'range',
        'limits',
        'keys',
        'submit',
        'refusals.system',
        'fast-path',
        'extensions',
        'repeated-submits',
      ],
      ...[
        'results',
        'missing-results',
        'removed-results',
        'events.system',
        'waiting',
        'telemetry',
        'queue-places',
        'batches',
      ],
      ...['administration-http', 'grants', 'budgets', 'usage', 'sign-out', 'origin', 'request-ids', 'expect-continue'],
      ...['webhooks.system', 'webhook-settings', 'mapped/webhooks', 'fallbacks-http', 'polled-story', 'proof', 'close'],
      ...['protocol-requests', 'protocol-routes', 'protocol-server', 'protocol-submits', 'queries', 'http-edges'],
      ...['uploaded-files'],
    ],
    [
      ...['early-answers.system', 'readiness.system', 'vectors.system', 's3-service.system', 'native'],
      ...['openai-images.system', 'openai-videos', 'usage', 'request-ids', 'local-credentials', 'operator-key'],
      ...['errors-page', 'site', 'reload.system', 'drain', 'loaded', 'asked-record', 'result-key', 'shared-disk'],
      ...['tracing', 'one-trace', 'recorded-timeline', 'administration'],
      ...[
        'prices',
        'value-lists',
        'mapped/answered-files',
        'mapped/lists',
        'mapped/cancel.system',
        'mapped/history.system',
      ],
      ...[
        'told-tasks',
        'native-files',
        'native-defaults',
        'seventh',
        'query-paths',
        'uploads',
        'value-lists.system',
      ].map((name) => `test/upstreams/${name}`),
    ],
  ),
  'service-provider': gateway(
    ['run/provider/**/*.ts'],
    [
      ...['signatures', 'token-exchange', 'mapped/seldom-answers', 'mapped/kept-answers', 'relay-declared'],
      ...['mapped/rare-bounds'],
      ...['relay-answers', 'sandbox-provider'],
      ...[
        'mapped/life',
        'mapped/faults.system',
        'mapped/lies.system',
        'mapped/lists',
        'mapped/held.system',
        'mapped/cancel.system',
      ],
      ...['mapped/files'],
      ...[
        'mapped/answered-files',
        'mapped/history.system',
        'mapped/model-ids',
        'mapped/named-tasks',
        'mapped/other-kind.system',
      ],
      ...[
        'mapped/other-task',
        'mapped/own-protocols',
        'mapped/rate-limits.system',
        'mapped/redirects.system',
        'mapped/result-usage',
      ],
      ...[
        'mapped/s3-results',
        'mapped/sent-files',
        'mapped/service.system',
        'mapped/signed-webhooks',
        'mapped/stated-query',
      ],
      ...['mapped/status-words', 'mapped/storage-results', 'mapped/unframed', 'mapped/webhook-signatures'],
      ...['mapped/webhooks', 'one-trace', 'relay.system', 'relay-cancel', 'relay-outages.system', 'relay-waits'],
      ...['upstreams', 'upstream-identity.system'],
      ...['upstream-figures', 'foreign-answers.system', 'upstream-settings', 'secret-files'],
      ...[
        'signature-kinds',
        'signed-requests',
        'kept-keys',
        'tokens.system',
        'uploads',
        'value-lists.system',
        'recordings',
        'query-paths',
      ].map((name) => `test/upstreams/${name}`),
    ],
    [
      ...['fallbacks', 'fallbacks-http', 'cancelled-tasks', 'held-ends', 'routing', 'refused-tasks.system'],
      ...['fail-over', 'native', 'openai-videos', 'openai-images.system', 'webhooks.system', 'settings', 'value-lists'],
      ...['missing-results', 'media-check', 'guarded-fetch', 'upstream-reload', 'proof', 'doctor.system'],
      ...['result-key', 'test/upstreams/told-tasks', 'test/upstreams/native-files', 'test/upstreams/seventh'],
    ],
  ),
  'service-webhooks': gateway(
    ['run/webhooks/**/*.ts'],
    [
      ...['webhook-receiver', 'budget-alerts', 'webhooks.system', 'signed-events', 'webhook-settings', 'one-trace'],
      ...['tracing', 'budgets', 'telemetry', 'stopping', 'close', 'resolve-public'],
    ],
    [
      ...['sign-out', 'administration', 'administration-http', 'drain', 'retention', 'settings', 'grants'],
      ...['usage', 'events.system', 'dead-letters.system', 'fail-over', 'guarded-fetch', 'restored-sqlite.system'],
    ],
  ),
  'service-administration': gateway(
    ['commands/administration/**/*.ts'],
    [
      ...[
        'backups',
        'restored-commands',
        'operator-lists',
        'administration',
        'keys',
        'grants',
        'dead-letters.system',
        'administration-http',
        'budgets',
      ],
      ...['usage', 'proof'],
      ...[
        'restored-sqlite.system',
        'reload.system',
        'upstream-reload',
        'drain',
        'mapped/history.system',
        'operator-key',
        'key-file.system',
      ],
    ],
    [
      ...[
        'limits',
        'events.system',
        'webhooks.system',
        'webhook-settings',
        'sign-out',
        'retention',
        'batches',
        'settings',
      ],
      ...['readme', 'doctor.system', 'cancelled-tasks', 'upstream-identity.system', 'request-ids', 'tracing'],
      ...['local-credentials', 'missing-results', 'greeting', 'log-room.system', 'repeats', 'queue-places'],
      ...['asked-record', 'polled-story', 'between-stores.system', 'incomplete-folder.system', 's3-service.system'],
    ],
  ),
}
