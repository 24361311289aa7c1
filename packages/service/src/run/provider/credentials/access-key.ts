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
  const parts = key.split(':')
  if (![2, 3].includes(parts.length) || !parts.every((part) => /^\S+$/.test(part)))
    throw new KeyFormError(
      'the key must be <access key ID>:<secret access key>, or <access key ID>:<secret access key>:<session token>, with colons between the parts',
    )
  const [accessKeyId = '', secretAccessKey = '', sessionToken] = parts
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}
