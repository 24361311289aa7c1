import { reasonOf } from '../base/reason.js'
import { SettingsError } from './settings-error.js'

const variable = 'MODEL_TASKS_DATABASE_URL'

/** The URL of a PostgreSQL database. Throws `SettingsError` for anything else; what it holds is not repeated, since a password may be in it. */
export function databaseUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1) return text
  throw new SettingsError(
    `${variable} is not the URL of a PostgreSQL database; it must be postgres://user:password@host:5432/database, with %XX for special characters in the password, or be left out to keep tasks in MODEL_TASKS_DATA`,
  )
}

/** Why the database cannot be used, in one line without user and password. */
export function unusableDatabase(text: string, error: unknown): SettingsError {
  if (error instanceof SettingsError) return error
  const { host, pathname } = new URL(text)
  const said = databaseReason(text, error)
  return new SettingsError(
    `${variable}: the database ${pathname.slice(1)} of ${host === '' ? 'this machine' : host} cannot be used: ${said}; see that it runs and takes this user, or leave the variable out to keep tasks in MODEL_TASKS_DATA`,
  )
}

/** The words of an error of that database in one line, without user and password. */
export function databaseReason(url: string, error: unknown): string {
  const { username } = new URL(url)
  const secrets = [...passwordsOf(url), username === '' ? '' : `${username}:`].filter((secret) => secret !== '')
  return secrets.reduce((words, secret) => words.replaceAll(secret, '***'), reasonOf(error)).replace(/\s+/g, ' ')
}

/** The password of a database's URL, before its host or as a parameter of the driver, as it is written and as it is meant. */
export function passwordsOf(url: string): string[] {
  const { password, searchParams } = new URL(url)
  const parameter = searchParams.get('password') ?? ''
  return [password, decoded(password), encodeURIComponent(parameter), parameter].filter((secret) => secret !== '')
}

/** A text in which characters may be written as %XX, as it is meant; as it is where that cannot be read. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
