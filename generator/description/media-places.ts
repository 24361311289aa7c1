import { membersOf } from '../measures/members.js'
import type { MediaLimit, MediaPlace, Model, Parameter } from '../catalogue.js'

/** A place with the limits on the files that are named there. */
export interface LimitedPlace extends MediaPlace {
  limits: readonly MediaLimit[]
}

/**
 * Every place of a request for this model where a reference to a file can stand, in the order of the parameters: also
 * inside objects and lists, and below what the interface does not show.
 */
export function mediaPlaces({
  reference,
  parameters,
}: Pick<Model, 'reference' | 'parameters'>): readonly LimitedPlace[] {
  if (!reference) return [{ path: '/**', limits: [] }]
  return parameters.flatMap((parameter) => placesOf(parameter, `/${parameter.name}`))
}

/** The same places as the catalogue lists them: the limits stand with the parameters there. */
export function publishedPlaces(model: Pick<Model, 'reference' | 'parameters'>): MediaPlace[] {
  return mediaPlaces(model).map(({ limits: _, ...place }) => place)
}

/** Whether a request for this model can name a file in a parameter that the catalogue describes. */
export function takesFiles(model: Pick<Model, 'reference' | 'parameters'>): boolean {
  return mediaPlaces(model).some(({ media }) => media !== undefined)
}

function placesOf(parameter: Parameter, path: string): LimitedPlace[] {
  switch (parameter.kind) {
    case 'media': {
      const { media, accepts, limits, single } = parameter
      return [{ path: single ? path : `${path}/*`, media, accepts, limits }]
    }
    case 'object':
    case 'union':
      return membersOf(parameter).flatMap((member) => placesOf(member, `${path}/${member.name}`))
    case 'list':
      return placesOf(parameter.items, `${path}/*`)
    case 'array':
      return [{ path: `${path}/**`, limits: [] }]
    default:
      return []
  }
}
