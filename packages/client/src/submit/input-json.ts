import type { JsonValue } from '@model-tasks/spec'
import { isFile } from '../files/media-file.js'

/** The input of a submit, written as JSON once, so that what is checked is what is sent. */
export interface InputJson {
  /** Undefined when it is not an object, or cannot be written. */
  readonly input?: Record<string, JsonValue> | undefined
  /** Whether there are files in it. */
  readonly hasFiles?: boolean
}

/** Writes the input of a submit as JSON. Never throws. */
export function inputJson(params: unknown): InputJson {
  let hasFiles = false
  const noteFile = (_: string, value: unknown): unknown => {
    hasFiles ||= isFile(value)
    return value
  }
  try {
    const input: unknown = JSON.parse(JSON.stringify(params, noteFile))
    if (isObject(input)) return { input, hasFiles }
  } catch {
    // What was wrong is found again when it is put into words.
  }
  return {}
}

function isObject(json: unknown): json is Record<string, JsonValue> {
  return Object(json) === json && !Array.isArray(json)
}
