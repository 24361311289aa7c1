import type { StatusTable } from '../../../domain/provider/statuses.js'

/** The settings of an upstream that a mapping needs. */
export interface MappedUpstream {
  name: string
  baseUrl: string
  apiKey: string
  /** The secret of its webhooks, where the operator has agreed on one with it. */
  webhookSecret?: string
  /** Where it puts its results, as `s3://bucket/folder` or `gs://bucket/folder`. */
  resultsFolder?: string
  /** The region of the vendor, for signatures; absent: what the protocol or the host of the base URL says. */
  region?: string
  /** Our Model IDs -> the upstream's, where they differ. */
  modelIds: Readonly<Record<string, string>>
  /** What its statuses mean, where the mapping does not have them or is wrong. */
  statuses?: StatusTable
}
