import { createRequire } from 'node:module'
import { generateZodClientFromOpenAPI } from 'openapi-zod-client'
import ts from 'typescript'
import { z } from 'zod'
import { differences, expectFault, expectNone, sampleVectors, subset } from '../subset.mjs'

/** The zod schemas it makes of the 3.1 document, evaluated, against vectors. */
export async function check() {
  const vectors = await sampleVectors(20)
  const { SubmitRequest } = await schemas(await subset('openapi.json'))
  const wrong = await differences(vectors, (body) => SubmitRequest.safeParse(body).success)
  const rejected = vectors.filter(({ valid, body, id }) => valid && wrong.includes(`${body.model} ${id}`))
  expectNone(rejected.map(({ body, id }) => `${body.model} ${id}`))
  expectFault(wrong.length > 0, 'openapi-zod-client ignores rules across parameters')
  return `${vectors.length} requests, ${wrong.length} that break a rule or hold an unknown parameter pass`
}

async function schemas(openApiDoc) {
  const source = await generateZodClientFromOpenAPI({
    openApiDoc,
    disableWriteToFile: true,
    options: { shouldExportAllSchemas: true, strictObjects: true },
  })
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  const module = { exports: {} }
  const require = createRequire(import.meta.url)
  // The client of zodios beside the schemas is not wanted.
  new Function('module', 'exports', 'require', outputText)(module, module.exports, (name) =>
    name === 'zod' ? { z } : name === '@zodios/core' ? { makeApi: (api) => api, Zodios: class {} } : require(name),
  )
  return module.exports.schemas
}
