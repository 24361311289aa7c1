import { isObject } from '../load/json-object.js'
import type { Flat } from './flatten.js'

/** The words by which a name tells the type of its file; the first that fits counts: a `mask_image_url` is a mask. */
const types: readonly [type: string, words: RegExp][] = [
  ['mask', /^masks?$/],
  ['3d', /^(3d|mesh|meshes|glb|obj)$/],
  ['video', /^(videos?|clips?|footage)$/],
  ['audio', /^(audios?|voices?|speech|music|songs?|sounds?)$/],
  ['image', /^(images?|img|photos?|pictures?|frames?|faces?|portraits?)$/],
]

const addresses = new Set<unknown>(['uri', 'url', 'uri-reference', 'binary'])

/**
 * The type of the file that a string refers to, by its format, by what a form of the vendor's shows for it, and by its
 * name; undefined when it is not a reference, or one to no type of file that is known.
 */
export function mediaTypeOf(name: string, flat: Flat): string | undefined {
  const field = fieldOf(flat)
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
  const format = flat.keywords.get('format')?.value
  const isReference =
    field !== undefined || addresses.has(format) || words.some((word) => /^(url|urls|uri|uris)$/.test(word))
  const type = flat.keywords.get('type')?.value
  if (!isReference || type !== 'string' || flat.keywords.has('enum')) return undefined
  return types.find(([, word]) => [...words, field ?? ''].some((each) => word.test(each)))?.[0]
}

/** The keywords by which a vendor says what its form shows: `"ui": { "field": "image" }`, `"_acme_ui_field": "image"`. */
export function formKeywords({ keywords }: Flat): string[] {
  return [...keywords.keys()].filter((key) => key === 'ui' || /^_.*ui_field$/.test(key))
}

/** The type of file that a form of the vendor's asks for. */
function fieldOf(flat: Flat): string | undefined {
  const [shown] = formKeywords(flat).map((key) => flat.keywords.get(key)?.value)
  const field = isObject(shown) ? shown.field : shown
  return typeof field === 'string' && types.some(([, word]) => word.test(field)) ? field : undefined
}
