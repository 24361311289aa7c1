export function systemTestsOf(repository: {
  files: readonly string[]
  commits: number
  changed: readonly string[]
}): string[]
