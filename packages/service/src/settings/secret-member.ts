import { reasonOf } from '../base/reason.js'
import type { Members } from './members.js'

/** Where secrets are that the configuration file only names. */
export interface SecretSources {
  /** What an environment variable holds. It is that of the start for as long as the process runs. */
  variable: (name: string) => string | undefined
  /** What a file holds, by its path from the folder of the configuration file. Throws where it cannot be read. */
  file: (path: string) => string
}

/** A secret as an object in the configuration file may hold it. */
export interface SecretForm {
  /** Its member; the one that names a variable in its place is called `<name>Env`. */
  name: string
  what: string
  form: RegExp
  allowed: string
  /** A variable as an example. */
  variable: string
  /** Whether `<name>File` may name a file in its place. */
  inFile?: true
}

/**
 * Reads a secret that stands in the configuration file itself, or in an environment variable or a file that it names. It is in
 * no message.
 */
export function secretOf(
  place: string,
  members: Members,
  sources: SecretSources,
  { name, what, form, allowed, variable: example, inFile }: SecretForm,
): string {
  const secret = members.text(name, form, `${what}: ${allowed}`)
  const variable = members.text(
    `${name}Env`,
    /^(?!MODEL_TASKS_)[A-Za-z_][A-Za-z0-9_]*$/,
    `the name of an environment variable that does not begin with MODEL_TASKS_, such as ${example}`,
  )
  const path = inFile && members.text(`${name}File`, /^[^\0]+$/, `the path of a file that holds ${what}`)
  if ([secret, variable, path].filter((one) => one !== undefined).length !== 1)
    throw members.refuse(
      `${place}: give one of ${name} (${what})${inFile ? `, ${name}File (the path of a file that holds it)` : ''} and ${name}Env (the name of an environment variable that holds it)`,
    )
  if (secret !== undefined) return secret
  const [member, source] =
    path === undefined ? [`${name}Env`, `the environment variable ${variable}`] : [`${name}File`, `the file ${path}`]
  const refuse = (why: string): Error => members.refuse(`${place}.${member}: ${source} ${why}`)
  const held = path === undefined ? sources.variable(variable ?? '') : textOf(path, sources, refuse)
  if (held === undefined) throw refuse(`is not set; it must hold ${what}`)
  if (form.test(held)) return held
  throw refuse(`must hold ${what}: ${allowed}`)
}

/** What a file holds, without the end of its last line. */
function textOf(path: string, { file }: SecretSources, refuse: (why: string) => Error): string {
  try {
    return file(path).trim()
  } catch (error) {
    throw refuse(`cannot be read: ${reasonOf(error)}`)
  }
}

/** The same for a secret that may be left out. */
export function optionalSecretOf(
  place: string,
  members: Members,
  sources: SecretSources,
  form: SecretForm,
): string | undefined {
  return members.has(form.name) || members.has(`${form.name}Env`) ? secretOf(place, members, sources, form) : undefined
}
