// Made by the generator from spec/. Do not edit.
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

declare const directory: { object: 'list'; data: DirectoryEntry[] }
export default directory
