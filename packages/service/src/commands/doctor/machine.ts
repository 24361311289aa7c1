/** What the checks see of the machine. */
export interface Machine {
  now: () => number
  nodeVersion: string
  /** Milliseconds that a bucket or an upstream may take for all that it is asked. */
  patience: number
  /** Bytes that are free where a folder is. */
  freeBytes: (folder: string) => Promise<number>
}
