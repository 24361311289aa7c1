import { fileParametersOf } from '../measures/file-parameters.js'
import type { MediaLimit, MediaPlace, Model } from '../catalogue.js'

/** A place with the limits on the files that are named there. */
export interface LimitedPlace extends MediaPlace {
  limits: readonly MediaLimit[]
}

/**
 * Every place of a request for this model where a reference to a file can stand, in the order of the parameters.
 */
export function mediaPlaces({
  reference,
  parameters,
}: Pick<Model, 'reference' | 'parameters'>): readonly LimitedPlace[] {
  if (!reference) return [{ path: '/**', limits: [] }]
  return fileParametersOf(parameters).map(({ path, parameter }) => {
    if (parameter.kind === 'array') return { path, limits: [] }
    const { media, accepts, limits } = parameter
    return { path, media, accepts, limits }
  })
}

/** The same places as the catalogue lists them: the limits stand with the parameters there. */
export function publishedPlaces(model: Pick<Model, 'reference' | 'parameters'>): MediaPlace[] {
  return mediaPlaces(model).map(({ limits: _, ...place }) => place)
}

/** Whether a request for this model can name a file in a parameter that the catalogue describes. */
export function takesFiles(model: Pick<Model, 'reference' | 'parameters'>): boolean {
  return mediaPlaces(model).some(({ media }) => media !== undefined)
}
