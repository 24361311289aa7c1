import type { SignatureRecipe } from '@model-tasks/documents/upstreams/interpreter'
import { awsRefusal } from './aws-sigv4.js'
import type { Expected, RawRequest } from './raw-request.js'
import { tc3Refusal } from './tc3-hmac-sha256.js'
import { v4Refusal } from './hmac-sha256-v4.js'

export type { RawRequest } from './raw-request.js'

/** Why a signature over a request is not taken, by its kind; undefined when it is. */
export const signatureRefusals: Readonly<
  Record<SignatureRecipe['by'], (raw: RawRequest, expected: Expected) => string | undefined>
> = {
  'aws-sigv4': awsRefusal,
  'tc3-hmac-sha256': tc3Refusal,
  'hmac-sha256-v4': v4Refusal,
}
