import { join } from 'node:path'

/** Generators that make TypeScript from an OpenAPI document, each as a command, and the type of a submit body in what they make. */
export function peers(here, node22) {
  const bin = (path) => join(here, 'node_modules', path)
  return [
    {
      name: 'openapi-typescript 7.13',
      command: (document, output) => [
        process.execPath,
        [bin('openapi-typescript/bin/cli.js'), document, '-o', `${output}/schema.ts`],
      ],
      submitType: `import type { components } from './schema.js'\ntype SubmitRequest = components['schemas']['SubmitRequest']`,
    },
    {
      name: 'hey-api 0.99',
      command: (document, output) => [node22, [bin('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', output]],
      submitType: `import type { SubmitRequest } from './types.gen.js'`,
    },
    {
      name: 'orval 7.21',
      command: (document, output) => [
        node22,
        [
          bin('orval/dist/bin/orval.js'),
          '-i',
          document,
          '-o',
          `${output}/client.ts`,
          '--client',
          'fetch',
          '--mode',
          'split',
        ],
      ],
      submitType: `import type { SubmitRequest } from './client.schemas.js'`,
    },
    {
      name: 'kubb 4.39',
      command: (document, output) => [
        node22,
        [bin('@kubb/cli/bin/kubb.cjs'), 'generate', '--config', 'kubb.config.mjs'],
        { OPENAPI: document, OUTPUT: output },
      ],
      submitType: `import type { SubmitRequest } from './types.js'`,
    },
  ]
}
