export function systemTestsOf(repository: {
  files: readonly string[]
  seed: number
  changed: readonly string[]
}): string[]
