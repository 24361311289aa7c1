/** The value of an environment variable; one that is empty counts as unset. */
export function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]
  return value === '' ? undefined : value
}
