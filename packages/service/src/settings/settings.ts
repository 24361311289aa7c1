import { fileURLToPath } from 'node:url'
import type { Prices } from '../prices.js'

/** Everything an operator can set. */
export interface Settings {
  host: string
  /** 0: any free port. */
  port: number
  dataDirectory: string
  provider: 'sandbox' | 'relay'
  /** The service behind the relay. */
  upstream: Upstream | undefined
  /** Where the service is reached from outside, without a slash at the end. */
  publicUrl: string | undefined
  /** Requests a second a key, or `off`; undefined: off for the local account only. */
  rateLimit: number | 'off' | undefined
  /** Whether the door reads the files a request refers to; undefined: with a relay only. */
  checkMedia: boolean | undefined
  prices: Prices
  /** How long a result URL is good for, in milliseconds. */
  resultUrlLifetime: number
  /** How long a task whose hand-over has an unknown outcome is kept, in milliseconds. */
  unknownOutcomeDeadline: number
  /** How long a render may go on once the service was told to stop, in milliseconds. */
  patience: number
  /** The built docs site; not served when the folder is not there. */
  siteDirectory: string
}

export interface Upstream {
  baseUrl: string
  apiKey: string
  /** Our Model IDs -> the upstream's, where they differ. */
  modelIds: Readonly<Record<string, string>>
}

/** The embedded defaults: a service on this machine alone, with nothing else installed. */
export const defaultSettings: Settings = {
  host: '127.0.0.1',
  port: 8787,
  dataDirectory: './data',
  provider: 'sandbox',
  upstream: undefined,
  publicUrl: undefined,
  rateLimit: undefined,
  checkMedia: undefined,
  prices: {},
  resultUrlLifetime: 60 * 60 * 1000,
  unknownOutcomeDeadline: 10 * 60 * 1000,
  patience: 5000,
  siteDirectory: fileURLToPath(new URL('../../../../generated/site', import.meta.url)),
}
