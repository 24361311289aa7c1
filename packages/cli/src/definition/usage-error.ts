/** A command line that cannot be read. `corrected` is the command line that was probably meant, as words after the program's name. */
export class UsageError extends Error {
  readonly corrected: readonly string[] | undefined

  constructor(message: string, corrected?: readonly string[]) {
    super(message)
    this.corrected = corrected
  }

  override get name(): string {
    return 'UsageError'
  }
}
