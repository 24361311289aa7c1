import type { Members } from './members.js'

/** A secret as an object in the configuration file may hold it. */
export interface SecretForm {
  /** Its member; the one that names a variable in its place is called `<name>Env`. */
  name: string
  what: string
  form: RegExp
  allowed: string
  /** A variable as an example. */
  variable: string
}

/** Reads a secret that stands in the file itself, or in an environment variable that the file names. It is in no message. */
export function secretOf(
  place: string,
  members: Members,
  variable: (name: string) => string | undefined,
  { name, what, form, allowed, variable: example }: SecretForm,
): string {
  const secret = members.text(name, form, `${what}: ${allowed}`)
  const named = members.text(
    `${name}Env`,
    /^(?!MODEL_TASKS_)[A-Za-z_][A-Za-z0-9_]*$/,
    `the name of an environment variable that does not begin with MODEL_TASKS_, such as ${example}`,
  )
  if (secret !== undefined && named === undefined) return secret
  if (named === undefined || secret !== undefined)
    throw members.refuse(
      `${place}: give one of ${name} (${what}) and ${name}Env (the name of an environment variable that holds it)`,
    )
  const held = variable(named)
  if (held === undefined)
    throw members.refuse(`${place}.${name}Env: the environment variable ${named} is not set; it must hold ${what}`)
  if (form.test(held)) return held
  throw members.refuse(`${place}.${name}Env: the environment variable ${named} must hold ${what}: ${allowed}`)
}

/** The same for a secret that may be left out. */
export function optionalSecretOf(
  place: string,
  members: Members,
  variable: (name: string) => string | undefined,
  form: SecretForm,
): string | undefined {
  return members.has(form.name) || members.has(`${form.name}Env`) ? secretOf(place, members, variable, form) : undefined
}
