import type { Catalogue, JsonSchema } from '../../catalogue.js'
import type { File } from '../../file.js'
import { modelTypes } from '../model-types.js'
import { license } from './license.js'
import { commonJs, declared, manifestOf } from './manifest.js'

/** The package that programs need at run time and for their types, by path below its folder. */
export function specPackage(catalogue: Catalogue): File[] {
  return [
    { path: 'package.json', content: `${JSON.stringify(manifest(catalogue), null, 2)}\n` },
    { path: 'README.md', content: readme(catalogue) },
    { path: 'LICENSE', content: license },
    ...entries.flatMap(commonJs),
  ]
}

/** The entries that have types and a CommonJS side. */
const entries = [
  'index',
  'catalogue',
  'findings',
  'validators/index',
  'validators/all',
  'validators/names',
  'facts/index',
  'facts/all',
  'media/index',
  'measures/index',
  'measures/cost',
  'measures/conditions',
  'measures/defaults',
  'measures/places',
  'measures/file-name',
  'measures/shape',
  'measures/parameter-places',
  'measures/units',
  'prices/index',
  'messages/index',
  'messages/nearest',
  'messages/en',
  'messages/zh',
]

function manifest({ version }: Catalogue): JsonSchema {
  const { typesVersions, exports } = declared(
    entries,
    ofModels.map((folder) => ({ folder, types: modelTypes[folder].replace('spec/', './') })),
  )
  return {
    ...manifestOf('@model-tasks/spec', version, 'generated/spec'),
    description:
      'The contract of the Model Task Service for programs: types, validators, facts and prices of every model',
    keywords: ['model-tasks', 'video-generation', 'image-generation', 'json-schema', 'validation', 'catalogue'],
    main: './cjs/index.cjs',
    types: './index.d.ts',
    typesVersions,
    exports: { ...exports, './package.json': './package.json' },
    files: [
      '*.js',
      '*.ts',
      'cjs',
      'catalogue',
      'validators',
      'facts',
      'media',
      'measures',
      'prices',
      'messages',
      'types',
    ],
  }
}

/** The folders with one module per model. */
const ofModels = ['validators', 'facts', 'media', 'prices'] as const

function readme({ models, version }: Catalogue): string {
  return `# @model-tasks/spec

The contract of the Model Task Service, version ${version}: ${models.length} models, ${models.filter((model) => model.reference).length} of them with their parameters.
Made by the generator from the specification; not edited by hand.
What programs need at run time and for their types is here. OpenAPI, JSON Schemas, test vectors and the other documents are in \`@model-tasks/documents\`.

| import | what |
|---|---|
| \`@model-tasks/spec\` | \`modelIds\`, \`models\`, \`version\`; types \`ModelId\`, \`ModelInput\`, \`ModelParams\`, \`SubmitRequest\`, \`Task\` and more |
| \`@model-tasks/spec/validators\` | \`loaders\`: the validator of each model, loaded when asked for |
| \`@model-tasks/spec/validators/<model-id>\` | one model's validator, self-contained: \`validate(body)\` returns a list of findings |
| \`@model-tasks/spec/validators/all\` | \`modules\`: all of them at once |
| \`@model-tasks/spec/findings\` | the severity of each general rule |
| \`@model-tasks/spec/facts/<model-id>\` | what each parameter accepts, as data and in words (English and Chinese), and the messages of the model's rules |
| \`@model-tasks/spec/media/<model-id>\` | every place of a request where media can stand, and the limits on the files there |
| \`@model-tasks/spec/catalogue\` | the types of the catalogue, which is \`catalogue.json\` of \`@model-tasks/documents\` |
| \`@model-tasks/spec/messages\` | puts findings into words, by the texts of \`messages/en\` or \`messages/zh\` |
| \`@model-tasks/spec/measures\` | reads a request by the description of its model: the references at its places, the quantities it states, its price |
| \`@model-tasks/spec/prices/<model-id>\` | the prices of one model and what they read of its requests; \`costOf\` in \`@model-tasks/spec/measures/cost\` says what a request costs |

\`\`\`js
import { validate } from '@model-tasks/spec/validators/sd_2.0_discount'

validate({ model: 'sd_2.0_discount', prompt: 'A paper boat at dusk', duration: 60 })
// [{ rule: 'maximum', path: '/duration', params: { limit: 15 } }]
\`\`\`
`
}
