/** A render that did not end in a file. Its message is meant for the person who asked for the task. */
export class RenderFailedError extends Error {
  override readonly name = 'RenderFailedError'
}
