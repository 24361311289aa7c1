import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Model } from '@model-tasks/spec/catalogue'
import { scriptOptions } from './script-options.js'

/** The variable in which a playground finds its model. */
export const modelVariable = 'pageModel'

/** What the playground needs to know of a model beside its form. */
const playgroundModel = (model: Model): Record<string, unknown> => ({
  id: model.id,
  kind: model.kind,
  invocable: model.availability.status === 'available',
  parameters: model.parameters.map((parameter) => ({
    name: parameter.name,
    kind: parameter.kind,
    ...(parameter.kind === 'enum' ? { type: parameter.type } : {}),
    ...(parameter.kind === 'enum' && parameter.type === 'mixed' ? { values: parameter.values } : {}),
    ...(parameter.nullable ? { nullable: true } : {}),
    ...(parameter.kind === 'media' ? { media: parameter.media, accepts: parameter.accepts } : {}),
  })),
  rules: model.rules.map(({ id, parameters }) => ({ id, parameters })),
})

/** Bundles one script per model, all in one build, each from the source that `write` answers. */
const oneScriptPerModel = async (
  models: Model[],
  write: (model: Model) => string,
  format: { format: 'iife' | 'esm'; globalName?: string },
): Promise<Map<string, string>> => {
  const result = await build({
    ...scriptOptions,
    ...format,
    entryPoints: models.map(({ id }) => ({ in: `model:${id}`, out: fileNameOf(id) })),
    outdir: '.',
    plugins: [
      {
        name: 'models',
        setup: (plugged) => {
          plugged.onResolve({ filter: /^model:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'model' }))
          plugged.onLoad({ filter: /.*/, namespace: 'model' }, ({ path }) => {
            const model = models.find(({ id }) => id === path)
            return {
              contents: model === undefined ? '' : write(model),
              resolveDir: fileURLToPath(new URL('../', import.meta.url)),
            }
          })
        },
      },
    ],
  })
  return new Map(result.outputFiles.map(({ path, text }) => [basename(path, '.js'), text]))
}

/** What a playground reads of its model, as a script that sets the variable. */
export const modelScripts = async (models: Model[]): Promise<Map<string, string>> =>
  await oneScriptPerModel(
    models,
    (model) => `export * as validator from ${JSON.stringify(`@model-tasks/spec/validators/${fileNameOf(model.id)}`)}
export * as words from ${JSON.stringify(`@model-tasks/spec/facts/${fileNameOf(model.id)}`)}
export const model = ${JSON.stringify(playgroundModel(model))}`,
    { format: 'iife', globalName: modelVariable },
  )

/** The media limits of each model, which its playground reads with the first file. */
export const limitScripts = async (models: Model[]): Promise<Map<string, string>> =>
  await oneScriptPerModel(
    models,
    ({ id }) => `export * from ${JSON.stringify(`@model-tasks/spec/media/${fileNameOf(id)}`)}`,
    {
      format: 'esm',
    },
  )
