/** What an operator gave, at the terminal or over HTTP, cannot be used. Its message says what can. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
