// What is mutated, and which tests must notice. Each area is run and scored alone, since all tests for each change would take
// days. The tests are those of the promises that the area keeps: what starts processes, measures the build, or runs for long,
// proves nothing about one change.
const client = (folder, tests) => ({
  mutate: [`packages/client/src/${folder}/**/*.ts`],
  tests: tests.map((name) => `packages/client/test/${name}.test.ts`),
})

export const areas = {
  policy: client('policy', ['policy/*']),
  submit: client('submit', [
    'arguments',
    'catalogue-behind',
    'files',
    'idempotency',
    'submit-faults',
    'edge-cases',
    'journal',
  ]),
  wait: client('wait', ['wait', 'cancel-on-abort', 'edge-cases', 'extensions']),
  transport: client('transport', ['admission', 'submit-faults', 'options', 'company', 'edge-cases', 'extensions']),
  journal: client('journal', ['journal', 'journal-lock', 'edge-cases']),
  download: client('download', ['download/transfer', 'download/lies', 'download/sharing']),
  errors: client('errors', ['proved', 'company', 'submit-faults', 'edge-cases', 'wait']),
  call: client('call', ['options', 'edge-cases', 'wait', 'submit-faults']),
  files: client('files', ['files']),
  validation: {
    mutate: ['packages/validation/src/**/*.ts'],
    tests: ['bad-input', 'chinese', 'hostile', 'media', 'migrate', 'model', 'scenarios', 'suggestions', 'vectors'].map(
      (name) => `packages/validation/test/${name}.test.ts`,
    ),
  },
}
