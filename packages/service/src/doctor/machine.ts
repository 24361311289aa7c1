/** What the checks see of the machine. */
export interface Machine {
  now: () => number
  nodeVersion: string
  /** Bytes that are free where a folder is. */
  freeBytes: (folder: string) => Promise<number>
}
