/** A value as it travels in JSON. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** What to render: one task's request, with its parameters as they were sent. */
export interface RenderRequest {
  /** Names the file; letters, digits, dot, dash and underscore only. */
  taskId: string
  model: string
  kind: 'video' | 'image' | 'audio' | 'mesh'
  parameters: Record<string, JsonValue>
  /** Length of the result, where it is known from the request in the unit that states it; else `duration` is read. */
  seconds?: number
  /** Draw a small version of the file instead, such as for a page that shows an example. */
  preview?: Preview
}

/** The size of a small version: the picture keeps its shape unless a height is given too. */
export interface Preview {
  /** Pixels; even. */
  width: number
  height?: number
  /** Length of a video; default: as requested. */
  seconds?: number
}

/** A finished file on disk. */
export interface RenderedFile {
  path: string
  contentType: string
  bytes: number
  /** Pixels, of a video, an image and the texture of a 3D model. */
  width?: number
  height?: number
  /** Length of a video or a sound. */
  seconds?: number
}

/** Values for parameters that a request leaves out: Model ID -> parameter -> value. */
export type ModelDefaults = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>
