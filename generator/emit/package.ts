import type { Catalogue, JsonSchema } from '../catalogue.js'
import type { File } from '../file.js'
import { modelTypes } from './model-types.js'

/** The package's manifest, README and licence. */
export function emitPackage(catalogue: Catalogue): File[] {
  return [
    { path: 'package.json', content: `${JSON.stringify(manifest(catalogue), null, 2)}\n` },
    { path: 'README.md', content: readme(catalogue) },
    { path: 'LICENSE', content: license },
    ...commonJsEntries.flatMap(commonJs),
  ]
}

function manifest({ version }: Catalogue): JsonSchema {
  return {
    name: '@model-tasks/spec',
    version,
    description:
      'The contract of the Model Task Service: types, validators, JSON Schemas, OpenAPI and test vectors of every model',
    license: 'MIT',
    keywords: ['model-tasks', 'video-generation', 'image-generation', 'json-schema', 'openapi', 'catalogue'],
    homepage: 'https://github.com/model-tasks/model-tasks#readme',
    bugs: 'https://github.com/model-tasks/model-tasks/issues',
    repository: {
      type: 'git',
      url: 'git+https://github.com/model-tasks/model-tasks.git',
      directory: 'generated',
    },
    publishConfig: { access: 'public', provenance: true, directory: '../release/node_modules/@model-tasks/spec' },
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    main: './cjs/index.cjs',
    types: './index.d.ts',
    // For TypeScript's node10 resolution, which does not read exports.
    typesVersions: {
      '*': {
        validators: ['./validators/index.d.ts'],
        'validators/all': ['./validators/all.d.ts'],
        'validators/names': ['./validators/names.d.ts'],
        'validators/*': [`./${modelTypes.validators}`],
        facts: ['./facts/index.d.ts'],
        'facts/all': ['./facts/all.d.ts'],
        'facts/*': [`./${modelTypes.facts}`],
        media: ['./media/index.d.ts'],
        'media/*': [`./${modelTypes.media}`],
        measures: ['./measures/index.d.ts'],
        'measures/cost': ['./measures/cost.d.ts'],
        prices: ['./prices/index.d.ts'],
        'prices/*': [`./${modelTypes.prices}`],
        messages: ['./messages/index.d.ts'],
        'messages/nearest': ['./messages/nearest.d.ts'],
        'messages/en': ['./messages/en.d.ts'],
        'messages/zh': ['./messages/zh.d.ts'],
        tools: ['./tools/index.d.ts'],
        'measures/places': ['./measures/places.d.ts'],
        'measures/file-name': ['./measures/file-name.d.ts'],
        upstreams: ['./upstreams/index.d.ts'],
        'upstreams/interpreter': ['./upstreams/interpreter/index.d.ts'],
      },
    },
    exports: {
      '.': typed('./index.js'),
      './catalogue': typed('./catalogue.js'),
      // A pattern, because attw takes the JSON itself for a CommonJS module and finds its default export wrong.
      './catalogue.*': { types: './catalogue.*.d.ts', default: './catalogue.*' },
      './directory.*': { types: './directory.*.d.ts', default: './directory.*' },
      './findings': typed('./findings.js'),
      './validators': typed('./validators/index.js'),
      './validators/all': typed('./validators/all.js'),
      './validators/names': typed('./validators/names.js'),
      './validators/*': ofModel('validators'),
      './facts': typed('./facts/index.js'),
      './facts/all': typed('./facts/all.js'),
      './facts/*': ofModel('facts'),
      './media': typed('./media/index.js'),
      './media/*': ofModel('media'),
      './measures': typed('./measures/index.js'),
      './measures/cost': typed('./measures/cost.js'),
      './prices': typed('./prices/index.js'),
      './prices/vectors.json': './prices/vectors.json',
      './prices/*': ofModel('prices'),
      './messages': typed('./messages/index.js'),
      './messages/nearest': typed('./messages/nearest.js'),
      './messages/en': typed('./messages/en.js'),
      './messages/zh': typed('./messages/zh.js'),
      './messages/*.json': './messages/*.json',
      './tools': typed('./tools/index.js'),
      './tools/*.json': './tools/*.json',
      './measures/places': typed('./measures/places.js'),
      './measures/file-name': typed('./measures/file-name.js'),
      './upstreams': typed('./upstreams/index.js'),
      './upstreams/models': typed('./upstreams/models.js'),
      './upstreams/interpreter': typed('./upstreams/interpreter/index.js'),
      './upstreams/coverage.json': './upstreams/coverage.json',
      './upstreams/*': { types: './upstreams/*.d.ts', default: './upstreams/*.js' },
      './json-schema/*.json': './json-schema/*.json',
      './vectors/*.json': './vectors/*.json',
      './openapi.json': './openapi.json',
      './openapi-3.0.json': './openapi-3.0.json',
      './openapi-defaults.json': './openapi-defaults.json',
      // A pattern again: attw looks for a module in every single entry.
      './*.yaml': './*.yaml',
      './package.json': './package.json',
    },
    files: [
      '*.js',
      '*.ts',
      'cjs',
      'catalogue',
      '*.json',
      '*.yaml',
      'validators',
      'facts',
      'media',
      'measures',
      'prices',
      'messages',
      'tools',
      'upstreams',
      'types',
      'json-schema',
      'vectors',
      'docs',
    ],
  }
}

/** The entries that have a CommonJS side, which loads the same modules with require(). */
const commonJsEntries = [
  'index',
  'catalogue',
  'findings',
  'validators/index',
  'validators/all',
  'validators/names',
  'facts/index',
  'facts/all',
  'upstreams/index',
  'upstreams/models',
  'upstreams/interpreter/index',
  'media/index',
  'measures/index',
  'measures/cost',
  'prices/index',
  'messages/index',
  'messages/nearest',
  'messages/en',
  'messages/zh',
  'tools/index',
  'measures/places',
  'measures/file-name',
]

function commonJs(entry: string): File[] {
  const module = `${'../'.repeat(entry.split('/').length)}${entry}.js`
  return [
    { path: `cjs/${entry}.cjs`, content: `module.exports = require('${module}')\n` },
    {
      path: `cjs/${entry}.d.cts`,
      content: `// @ts-ignore: before TypeScript 5.8 it does not know that Node can require() an ES module.\nexport * from '${module}'\n`,
    },
  ]
}

function typed(path: string): JsonSchema {
  const types = path.replace(/\.js$/, '.d.ts')
  const entry = path.replace(/\.js$/, '').replace('./', './cjs/')
  return {
    import: { types, default: path },
    require: { types: `${entry}.d.cts`, default: `${entry}.cjs` },
  }
}

/** The module of any one model. */
function ofModel(folder: keyof typeof modelTypes): JsonSchema {
  return { types: `./${modelTypes[folder]}`, default: `./${folder}/*.js` }
}

function readme({ models, version }: Catalogue): string {
  return `# @model-tasks/spec

The contract of the Model Task Service, version ${version}: ${models.length} models, ${models.filter((model) => model.reference).length} of them with their parameters.
Made by the generator from the specification; not edited by hand.

| import | what |
|---|---|
| \`@model-tasks/spec\` | \`modelIds\`, \`models\`, \`version\`; types \`ModelId\`, \`ModelInput\`, \`ModelParams\`, \`SubmitRequest\`, \`Task\` and more |
| \`@model-tasks/spec/validators\` | \`loaders\`: the validator of each model, loaded when asked for |
| \`@model-tasks/spec/validators/<model-id>\` | one model's validator, self-contained: \`validate(body)\` returns a list of findings |
| \`@model-tasks/spec/validators/all\` | \`modules\`: all of them at once |
| \`@model-tasks/spec/findings\` | the severity of each general rule |
| \`@model-tasks/spec/facts/<model-id>\` | what each parameter accepts, as data and in words (English and Chinese), and the messages of the model's rules |
| \`@model-tasks/spec/media/<model-id>\` | every place of a request where media can stand, and the limits on the files there |
| \`@model-tasks/spec/messages/<language>.json\` | the texts of all messages in English (\`en\`) and Chinese (\`zh\`), as data for any language; \`@model-tasks/spec/messages\` fills them in |
| \`@model-tasks/spec/measures\` | reads a request by the description of its model: the references at its places, the quantities it states, its price |
| \`@model-tasks/spec/prices/<model-id>\` | the prices of one model and what they read of its requests; \`costOf\` in \`@model-tasks/spec/measures/cost\` says what a request costs; \`prices/vectors.json\` has priced requests, the shared test of implementations in other languages |
| \`@model-tasks/spec/upstreams/<protocol>\` | how requests become those of an upstream protocol; \`upstreams/interpreter\` reads it |
| \`@model-tasks/spec/catalogue.json\` | everything as data; its types are in \`@model-tasks/spec/catalogue\` |
| \`@model-tasks/spec/json-schema/<model-id>.schema.json\` | the submit body of one model as JSON Schema 2020-12; \`json-schema/draft-07/\` has the same for older tools; \`submit\` and \`task\` too |
| \`@model-tasks/spec/json-schema/catalog.json\` | the schemas as a catalogue for schema stores: point an editor's setting at it, and \`boat.model-tasks.json\` or \`boat.sd_2.0_discount.json\` is checked as a request |
| \`@model-tasks/spec/json-schema/meta/<name>.schema.json\` | what each file of a specification may say: the meta-schemas, with addresses; the catalogue for schema stores names them too |
| \`@model-tasks/spec/openapi.json\` | OpenAPI 3.1; \`openapi.yaml\` the same, \`openapi-3.0.json\` for tools that stopped at 3.0 |
| \`@model-tasks/spec/openapi-defaults.json\` | OpenAPI 3.1 with every stated default as \`default\`, for forms, mocks and other tools that read only those; generate clients from \`openapi.json\`, where only required parameters have one |
| \`@model-tasks/spec/arazzo.yaml\` | the way from a request to a file as an Arazzo document: submit, poll, download |
| \`@model-tasks/spec/directory.json\` | what each model can do, in the form that model directories read: durations, resolutions, ratios, inputs, audio, seed |
| \`@model-tasks/spec/tools/<vendor>.json\` | tools for the strict function calling of OpenAI, Anthropic and Gemini: one per model, or with \`-compact\` one for all; \`@model-tasks/spec/tools\` turns a call into a request |
| \`@model-tasks/spec/vectors/<model-id>.json\` | requests with the findings they must give: the shared test of every implementation |

\`\`\`js
import { validate } from '@model-tasks/spec/validators/sd_2.0_discount'

validate({ model: 'sd_2.0_discount', prompt: 'A paper boat at dusk', duration: 60 })
// [{ rule: 'maximum', path: '/duration', params: { limit: 15 } }]
\`\`\`
`
}

const license = `MIT License

Copyright (c) 2026 Model Tasks contributors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`
