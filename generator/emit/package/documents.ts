import type { Catalogue, JsonSchema } from '../../catalogue.js'
import type { File } from '../../file.js'
import { license } from './license.js'
import { commonJs, declared, manifestOf } from './manifest.js'

/** The package of documents and data, in which `spec/` is left out: that is a package of its own. */
export function documentsPackage(catalogue: Catalogue): File[] {
  return [
    { path: 'package.json', content: `${JSON.stringify(manifest(catalogue), null, 2)}\n` },
    { path: 'README.md', content: readme(catalogue) },
    { path: 'LICENSE', content: license },
    ...entries.flatMap(commonJs),
  ]
}

/** The entries that have types and a CommonJS side. */
const entries = ['upstreams/index', 'upstreams/models', 'upstreams/interpreter/index', 'tools/index']

function manifest({ version }: Catalogue): JsonSchema {
  const { typesVersions, exports } = declared(
    entries,
    [{ folder: 'upstreams', types: './upstreams/*.d.ts' }],
    // A pattern, because attw looks for a module in every single entry.
    ['upstreams/*.json'],
  )
  return {
    ...manifestOf('@model-tasks/documents', version, 'generated'),
    description:
      'The contract of the Model Task Service as documents: OpenAPI, JSON Schemas, test vectors, tool schemas, upstream protocols',
    keywords: ['model-tasks', 'video-generation', 'image-generation', 'json-schema', 'openapi', 'catalogue'],
    // The types of catalogue.json, and code of upstreams.
    dependencies: { '@model-tasks/spec': version },
    typesVersions,
    exports: {
      ...exports,
      // A pattern, because attw takes the JSON itself for a CommonJS module and finds its default export wrong.
      './catalogue.*': { types: './catalogue.*.d.ts', default: './catalogue.*' },
      './directory.*': { types: './directory.*.d.ts', default: './directory.*' },
      './tools/*.json': './tools/*.json',
      './messages/*.json': './messages/*.json',
      './prices/vectors.json': './prices/vectors.json',
      './json-schema/*.json': './json-schema/*.json',
      './vectors/*.json': './vectors/*.json',
      './openapi.json': './openapi.json',
      './openapi-3.0.json': './openapi-3.0.json',
      './openapi-defaults.json': './openapi-defaults.json',
      // A pattern again.
      './*.yaml': './*.yaml',
      './package.json': './package.json',
    },
    files: [
      '*.ts',
      '*.json',
      '*.yaml',
      'cjs',
      'messages',
      'prices',
      'tools',
      'upstreams',
      'json-schema',
      'vectors',
      'docs',
    ],
  }
}

function readme({ version }: Catalogue): string {
  return `# @model-tasks/documents

The contract of the Model Task Service, version ${version}, as documents and data: for other languages, tools and agents.
Made by the generator from the specification; not edited by hand. A program in TypeScript or JavaScript needs \`@model-tasks/spec\`, which comes with the client.

| import | what |
|---|---|
| \`@model-tasks/documents/messages/<language>.json\` | the texts of all messages in English (\`en\`) and Chinese (\`zh\`), as data for any language; \`@model-tasks/spec/messages\` fills them in |
| \`@model-tasks/documents/upstreams/<protocol>\` | how requests become those of an upstream protocol; \`upstreams/interpreter\` reads it |
| \`@model-tasks/documents/catalogue.json\` | everything as data; its types are in \`@model-tasks/spec/catalogue\` |
| \`@model-tasks/documents/json-schema/<model-id>.schema.json\` | the submit body of one model as JSON Schema 2020-12; \`json-schema/draft-07/\` has the same for older tools; \`submit\` and \`task\` too |
| \`@model-tasks/documents/json-schema/catalog.json\` | the schemas as a catalogue for schema stores: point an editor's setting at it, and \`boat.model-tasks.json\` or \`boat.sd_2.0_discount.json\` is checked as a request |
| \`@model-tasks/documents/json-schema/meta/<name>.schema.json\` | what each file of a specification may say: the meta-schemas, with addresses; the catalogue for schema stores names them too |
| \`@model-tasks/documents/openapi.json\` | OpenAPI 3.1; \`openapi.yaml\` the same, \`openapi-3.0.json\` for tools that stopped at 3.0 |
| \`@model-tasks/documents/openapi-defaults.json\` | OpenAPI 3.1 with every stated default as \`default\`, for forms, mocks and other tools that read only those; generate clients from \`openapi.json\`, where only required parameters have one |
| \`@model-tasks/documents/arazzo.yaml\` | the way from a request to a file as an Arazzo document: submit, poll, download |
| \`@model-tasks/documents/directory.json\` | what each model can do, in the form that model directories read: durations, resolutions, ratios, inputs, audio, seed |
| \`@model-tasks/documents/tools/<vendor>.json\` | tools for the strict function calling of OpenAI, Anthropic and Gemini: one per model, or with \`-compact\` one for all; \`@model-tasks/documents/tools\` turns a call into a request |
| \`@model-tasks/documents/vectors/<model-id>.json\` | requests with the findings they must give: the shared test of every implementation |
| \`@model-tasks/documents/prices/vectors.json\` | priced requests: the shared test of implementations in other languages |
| \`docs/\` | the reference of every model, upstream protocol and rule in Markdown |
`
}
