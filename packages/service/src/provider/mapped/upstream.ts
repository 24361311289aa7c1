/** The settings of an upstream that a mapping needs. */
export interface MappedUpstream {
  name: string
  baseUrl: string
  apiKey: string
  /** Our Model IDs -> the upstream's, where they differ. */
  modelIds: Readonly<Record<string, string>>
}
