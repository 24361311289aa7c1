import type { Clock } from '@model-tasks/client/policy'
import type { Pause } from '../../../domain/provider/provider.js'

/** A request, as far as what proves who sends it depends on it. */
export interface ProvenRequest {
  method: string
  url: string
  body?: string | Uint8Array<ArrayBuffer>
  /** The media type of the body, as it is sent. */
  contentType?: string
  /** The service of the vendor that it is sent to, where that is not the one of the protocol. */
  service?: string
}

/** What proves who sends a request. */
export interface Proof {
  /** What is sent where the protocol has the key. */
  token: string
  /** What is sent beside it. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** What proves to one upstream who asks. */
export interface Credentials {
  /** What is sent with this request. Rejects with `CredentialsError` when it cannot be got. */
  prove(request: ProvenRequest): Promise<Proof>
  /** The upstream has not accepted this token: it is not sent again, where another one can be made. */
  discard(token: string): void
  /** Every text that must not be in a message: the key, its secret parts, and the tokens that were made of it. */
  readonly secrets: readonly string[]
  /** Whether getting a token asks somebody who checks the key. */
  readonly checked: boolean
}

/** What tokens are made with. */
export interface CredentialsParts {
  /** Asks the server that exchanges a key for a token. */
  fetch: typeof fetch
  clock: Clock
  /** Where a URL of the vendor is asked for, where another server stands in its place; absent: at itself. */
  vendorUrl?: (url: string) => string
  /** The region of the vendor that the operator has set; absent: none. */
  region?: string | undefined
}

/** The operator's key has not the form that the protocol needs. The message says which, and holds nothing of the key. */
export class KeyFormError extends Error {
  override readonly name = 'KeyFormError'
}

/** No token could be got. The message holds no secret. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError'
  constructor(
    message: string,
    readonly pause: Pause,
  ) {
    super(message)
  }
}
