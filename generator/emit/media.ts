import { fileNameOf } from '../measures/file-name.js'
import type { Catalogue, Model } from '../catalogue.js'
import type { Conditions } from '../measures/conditions.js'
import type { DefaultedModel } from '../measures/defaults.js'
import { defaultedModel } from '../measures/price-subject.js'
import { mediaPlaces } from '../description/media-places.js'
import type { File } from '../file.js'
import { mediaLimitPhrase } from '../kinds/limits.js'
import { modelTypes } from './model-types.js'
import { notice } from './notice.js'

const moduleDeclaration = `${notice}import type { LimitedPlace } from '../media/index.js'

/** Every place of a request where a reference to a file can stand, with the limits on the files there. */
export declare const places: readonly LimitedPlace[]
`
const indexDeclaration = `${notice}import type { JsonValue, MediaLimit, MediaPlace, Words } from '../catalogue.js'
import type { DefaultedModel } from '../measures/index.js'
import type { ModelId } from '../index.js'

/** A limit on files with what it allows in words, such as "at least 2 s and at most 15 s". */
export interface WordedMediaLimit extends MediaLimit {
  phrase: Words
  /** What the parameters of \`when\` are where a request leaves them out. */
  defaults?: { readonly [parameter: string]: JsonValue }
  /** Those of them that depend on the request. */
  conditionalDefaults?: DefaultedModel['conditionalDefaults']
}

/** A place of a request where a reference to a file can stand, with the limits on the files there. */
export interface LimitedPlace extends MediaPlace {
  limits: readonly WordedMediaLimit[]
}

/** Loads the media places of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ places: readonly LimitedPlace[] }>>
`

/** One module per model with its media places and the limits on the files there, apart from the validators to keep those small. */
export function emitModelMedia(model: Model): File[] {
  return [
    {
      path: `spec/media/${fileNameOf(model.id)}.js`,
      content: `${notice}export const places = ${JSON.stringify(limitedPlaces(model), null, 2)}\n`,
    },
  ]
}

/** The loaders of these modules. */
export function emitMedia({ models }: Catalogue): File[] {
  const loaders = models.map(
    ({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${fileNameOf(id)}.js`)}),\n`,
  )
  return [
    { path: 'spec/media/index.js', content: `${notice}export const loaders = {\n${loaders.join('')}}\n` },
    { path: 'spec/media/index.d.ts', content: indexDeclaration },
    { path: modelTypes.media, content: moduleDeclaration },
  ]
}

function limitedPlaces(model: Model): object[] {
  const defaulted = defaultedModel(model)
  return mediaPlaces(model).map(({ limits, ...place }) => ({
    ...place,
    limits: limits.map((limit) => ({
      ...limit,
      phrase: mediaLimitPhrase(limit),
      ...(limit.when === undefined ? {} : defaultsRead(limit.when, defaulted)),
    })),
  }))
}

/** Those defaults that conditions read. */
function defaultsRead(
  when: Conditions,
  { defaults, conditionalDefaults = {} }: DefaultedModel,
): Omit<DefaultedModel, 'places'> {
  const conditional = Object.entries(conditionalDefaults).filter(([name]) => Object.hasOwn(when, name))
  const read = [when, ...conditional.flatMap(([, stated]) => stated.map((each) => each.when))]
  return {
    defaults: Object.fromEntries(
      Object.entries(defaults).filter(([name]) => read.some((each) => Object.hasOwn(each, name))),
    ),
    ...(conditional.length === 0 ? {} : { conditionalDefaults: Object.fromEntries(conditional) }),
  }
}
