import { KeyFormError } from './credentials.js'

/** What signs requests in the name of an account. */
export interface AccessKey {
  accessKeyId: string
  secretAccessKey: string
  /** Of temporary credentials. */
  sessionToken?: string
}

/** The parts of an operator's key. Throws `KeyFormError`. */
export function accessKeyOf(key: string): AccessKey {
  const [, accessKeyId, secretAccessKey, sessionToken] = /^([^:\s]+):([^:\s]+)(?::([^:\s]+))?$/.exec(key) ?? []
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new KeyFormError(
      'the key must be <access key ID>:<secret access key>, or <access key ID>:<secret access key>:<session token>, with colons between the parts',
    )
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
}
