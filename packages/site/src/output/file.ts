/** A file of the site, before it is written. */
export interface SiteFile {
  /** Below the output folder, with forward slashes. */
  path: string
  content: string | Uint8Array
}
