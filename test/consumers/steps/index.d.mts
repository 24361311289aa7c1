/** Everything that consumes the contract. */
export const steps: readonly {
  name: string
  /** What is printed of it. Throws why it fails, or a SkippedError. */
  run: () => Promise<string>
  /** The files and folders that it follows from, of a step that asks no service. */
  reads?: () => readonly string[] | Promise<readonly string[]>
  /** The package that it shows, of a step that asks a service for more than every package does. */
  room?: string
}[]
