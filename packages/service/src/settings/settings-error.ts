/** A setting that stops the start. Its message is one line: which variable, what is wrong, what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
