import type { JsonValue, ModelKind } from '@model-tasks/spec/catalogue'

/** A request body: `model` and the parameters of that model. */
export type RequestBody = { model: string } & Record<string, JsonValue>

/** What a sample is written for. */
export interface SampleInput {
  body: RequestBody
  /** Decides the name of the file a sample downloads. */
  kind: ModelKind
  /** Whether the typed client lets this model be invoked; otherwise it is named at run time. */
  invocable: boolean
}

/** A program in one language that submits a request, polls the task and downloads the result. */
export interface SampleLanguage {
  id: string
  name: string
  /** The whole text, ending in a line feed. */
  write(input: SampleInput): string
}

/** The name of the file a sample saves. */
export const outputFile = (kind: ModelKind): string =>
  `result.${{ video: 'mp4', image: 'png', audio: 'mp3', mesh: 'glb' }[kind]}`

/** JSON with two spaces, every line after the first moved in by `indent`. */
export const indentedJson = (value: JsonValue, indent: string): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
