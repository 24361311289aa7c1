import type { MediaParameter, Model, Parameter } from './catalogue.js'

/**
 * One model as model directories list them: the members that directories of video models share, and a few that a buyer
 * asks for next. Null where the interface does not show it, or where a request cannot choose it.
 */
export interface DirectoryEntry {
  /** The Model ID. */
  id: string
  canonical_slug: string
  /** The display name, or the Model ID where none is shown. */
  name: string
  description: string
  architecture: { input_modalities: string[]; output_modalities: string[] }
  /** Every duration that a request may ask for, in seconds. */
  supported_durations: number[] | null
  supported_resolutions: string[] | null
  supported_aspect_ratios: string[] | null
  /** Sizes in pixels: the interface shows none. */
  supported_sizes: null
  supported_frame_images: ('first_frame' | 'last_frame')[] | null
  /** True where a parameter asks for sound. */
  generate_audio: true | null
  seed: boolean | null
  /** Every parameter of the request but `model`. */
  supported_parameters: string[] | null
  /** Parameters that are sent on unread: none. */
  allowed_passthrough_parameters: string[]
  /** How many files each media parameter takes. */
  inputs: { parameter: string; type: string; min_items: number; max_items: number }[] | null
  available: boolean
  /** Why it is not available. */
  reason?: string
}

/** What a directory says of a model, without its price: that is the operator's. */
export function directoryEntry(model: Model): DirectoryEntry {
  const { id, kind, displayName, description, reference, parameters, availability } = model
  const named = (name: string): Parameter | undefined => parameters.find((parameter) => parameter.name === name)
  const files = parameters.filter((parameter): parameter is MediaParameter => parameter.kind === 'media')
  const known = <T>(value: T): T | null => (reference ? value : null)
  return {
    id,
    canonical_slug: id,
    name: typeof displayName === 'string' ? displayName : id,
    description,
    architecture: {
      input_modalities: ['text', ...new Set(files.map(({ media }) => media))],
      output_modalities: [kind],
    },
    supported_durations: durations(named('duration')),
    supported_resolutions: texts(named('resolution')),
    supported_aspect_ratios: texts(named('aspect_ratio')) ?? texts(named('size')),
    supported_sizes: null,
    supported_frame_images: known([
      ...(named('first_image') ? (['first_frame'] as const) : []),
      ...(named('last_image') ? (['last_frame'] as const) : []),
    ]),
    generate_audio: named('generate_audio') ? true : null,
    seed: known(named('seed') !== undefined),
    supported_parameters: known(parameters.map(({ name }) => name)),
    allowed_passthrough_parameters: [],
    inputs: known(
      files.map(({ name, media, minItems, maxItems }) => ({
        parameter: name,
        type: media,
        min_items: minItems,
        max_items: maxItems,
      })),
    ),
    available: availability.status === 'available',
    ...(availability.status === 'unavailable' ? { reason: availability.reason } : {}),
  }
}

function durations(parameter: Parameter | undefined): number[] | null {
  if (parameter?.kind === 'enum') return parameter.values.map(Number)
  if (parameter?.kind !== 'integer' || parameter.minimum === undefined || parameter.maximum === undefined) return null
  const { minimum, maximum, multipleOf = 1, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = parameter
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index).filter(
    (seconds) => seconds % multipleOf === 0 && seconds > exclusiveMinimum && seconds < exclusiveMaximum,
  )
}

function texts(parameter: Parameter | undefined): string[] | null {
  return parameter?.kind === 'enum' ? parameter.values.map(String) : null
}
