import type { Catalogue, Model } from '../catalogue.js'
import type { File } from '../file.js'
import { mediaLimitPhrase } from '../kinds/limits.js'
import { modelTypes } from './model-types.js'
import { notice } from './notice.js'

const moduleDeclaration = `${notice}import type { WordedMediaLimit } from '../media/index.js'

/** Limits on the files of each media parameter, by parameter. */
export declare const limits: { readonly [parameter: string]: readonly WordedMediaLimit[] }
`
const indexDeclaration = `${notice}import type { MediaLimit, Words } from '../catalogue.js'
import type { ModelId } from '../index.js'

/** A limit on files with what it allows in words, such as "at least 2 s and at most 15 s". */
export interface WordedMediaLimit extends MediaLimit {
  phrase: Words
}

/** Loads the media limits of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ limits: { readonly [parameter: string]: readonly WordedMediaLimit[] } }>>
`

/** One module per model with the limits on its media files, apart from the validators to keep those small. */
export function emitModelMedia(model: Model): File[] {
  return [
    {
      path: `media/${model.id}.js`,
      content: `${notice}export const limits = ${JSON.stringify(mediaLimits(model), null, 2)}\n`,
    },
  ]
}

/** The loaders of these modules. */
export function emitMedia({ models }: Catalogue): File[] {
  const loaders = models.map(({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${id}.js`)}),\n`)
  return [
    { path: 'media/index.js', content: `${notice}export const loaders = {\n${loaders.join('')}}\n` },
    { path: 'media/index.d.ts', content: indexDeclaration },
    { path: modelTypes.media, content: moduleDeclaration },
  ]
}

function mediaLimits(model: Model): object {
  return Object.fromEntries(
    model.parameters.flatMap((parameter) =>
      parameter.kind === 'media'
        ? [[parameter.name, parameter.limits.map((limit) => ({ ...limit, phrase: mediaLimitPhrase(limit) }))]]
        : [],
    ),
  )
}
