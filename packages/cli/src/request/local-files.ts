import { stat } from 'node:fs/promises'
import { normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CustomParams, MediaFile } from '@model-tasks/client'
import type { JsonValue } from '@model-tasks/spec'
import { stepsOf, valuesAt } from '@model-tasks/spec/measures/places'
import type { Model } from '@model-tasks/spec/catalogue'
import { Problem } from '../failure/problem.js'

/** A body, and whether any of its items is a local file. */
export interface LocalBody {
  params: CustomParams
  hasFiles: boolean
}

/**
 * The body with a file in place of each word that names one in a media parameter; the client knows what to do with files.
 * Throws a Problem where a word can only be a path and there is no file.
 */
export async function withLocalFiles(
  model: Model | undefined,
  body: Readonly<Record<string, JsonValue>>,
): Promise<LocalBody> {
  const places = model?.places.filter(({ media }) => media !== undefined) ?? []
  const words = [...valuesAt(places, body)].flatMap(({ path, value }) =>
    typeof value === 'string' ? { path, value } : [],
  )
  const paths = await Promise.all(words.map(({ value }) => localPath(value)))
  const params: CustomParams = structuredClone({ ...body })
  let hasFiles = false
  for (const [index, local] of paths.entries()) {
    const at = words[index]
    if (local === undefined || at === undefined) continue
    hasFiles = true
    put(params, stepsOf(at.path), (await import('@model-tasks/client')).file(local))
  }
  return { params, hasFiles }
}

/** Puts a file in the place of the word that names it. */
function put(within: object, steps: readonly string[], file: MediaFile): void {
  const [last = ''] = steps.slice(-1)
  let holder = within as Record<string, unknown>
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, unknown>
  holder[last] = file
}

/** The path that a media item names; undefined for a URL, an asset and a word that names no file. */
async function localPath(item: string): Promise<string | undefined> {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(item)) return undefined
  const meant = /^file:/i.test(item) || /^\.{0,2}[/\\]/.test(item)
  const path = /^file:\/\//i.test(item) ? fileURLToPath(item) : item.replace(/^file:/i, '')
  const found = await stat(path).catch((error: Error) => error)
  if (!(found instanceof Error) && found.isFile()) return normalize(path)
  if (!meant) return undefined
  throw new Problem(`cannot read ${path}: ${found instanceof Error ? found.message : 'it is not a file'}`, 'usage')
}
