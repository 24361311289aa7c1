import type { Catalogue, Model } from '../catalogue.js'
import type { File } from '../file.js'
import { notice } from './notice.js'

const moduleDeclaration = `${notice}import type { MediaLimit } from '../catalogue.js'

/** Limits on the files of each media parameter, by parameter. */
export declare const limits: { readonly [parameter: string]: readonly MediaLimit[] }
`
const indexDeclaration = `${notice}import type { MediaLimit } from '../catalogue.js'
import type { ModelId } from '../index.js'

/** Loads the media limits of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ limits: { readonly [parameter: string]: readonly MediaLimit[] } }>>
`

/** One module a model with the limits on its media files, apart from the validators to keep those small. */
export function emitMedia({ models }: Catalogue): File[] {
  const loaders = models.map(({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${id}.js`)}),\n`)
  return [
    ...models.flatMap((model) => [
      {
        path: `media/${model.id}.js`,
        content: `${notice}export const limits = ${JSON.stringify(mediaLimits(model), null, 2)}\n`,
      },
      { path: `media/${model.id}.d.ts`, content: moduleDeclaration },
    ]),
    { path: 'media/index.js', content: `${notice}export const loaders = {\n${loaders.join('')}}\n` },
    { path: 'media/index.d.ts', content: indexDeclaration },
  ]
}

function mediaLimits(model: Model): object {
  return Object.fromEntries(
    model.parameters.flatMap((parameter) => (parameter.kind === 'media' ? [[parameter.name, parameter.limits]] : [])),
  )
}
