import { reasonOf } from '../base/reason.js'
import type { Members } from './members.js'

/** Where secrets are that the configuration file only names. */
export interface SecretSources {
  /** What an environment variable holds. It is that of the start for as long as the process runs. */
  variable: (name: string) => string | undefined
  /** What a file holds, by its path from the folder of the configuration file. Throws what is wrong with the file, to go on behind its name. */
  file: (path: string) => string
}

/** A secret as an object in the configuration file may hold it. */
export interface SecretForm {
  /** Its member; those that name a variable or a file in its place are called `<name>Env` and `<name>File`. */
  name: string
  what: string
  form: RegExp
  allowed: string
  /** A variable as an example. */
  variable: string
}

/** The members of which one holds a secret or says where it is. */
export function secretMembers(name: string): [value: string, variable: string, file: string] {
  return [name, `${name}Env`, `${name}File`]
}

/**
 * Reads a secret that stands in the configuration file itself, or in an environment variable or a file that it names. It is in
 * no message.
 */
export function secretOf(
  place: string,
  members: Members,
  sources: SecretSources,
  { name, what, form, allowed, variable: example }: SecretForm,
): string {
  const secret = members.text(name, form, `${what}: ${allowed}`)
  const variable = members.text(
    `${name}Env`,
    /^(?!MODEL_TASKS_)[A-Za-z_][A-Za-z0-9_]*$/,
    `the name of an environment variable that does not begin with MODEL_TASKS_, such as ${example}`,
  )
  const path = members.text(`${name}File`, /^[^\0]+$/, `the path of a file that holds ${what}`)
  if ([secret, variable, path].filter((one) => one !== undefined).length !== 1)
    throw members.refuse(
      `${place}: give one of ${name} (${what}), ${name}File (the path of a file that holds it) and ${name}Env (the name of an environment variable that holds it)`,
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

function textOf(path: string, { file }: SecretSources, refuse: (why: string) => Error): string {
  try {
    return file(path)
  } catch (error) {
    throw refuse(reasonOf(error))
  }
}

/** The same for a secret that may be left out. */
export function optionalSecretOf(
  place: string,
  members: Members,
  sources: SecretSources,
  form: SecretForm,
): string | undefined {
  return secretMembers(form.name).some((name) => members.has(name))
    ? secretOf(place, members, sources, form)
    : undefined
}
