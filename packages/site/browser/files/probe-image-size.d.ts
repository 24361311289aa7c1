/** The part of probe-image-size that reads bytes at hand; the package has no types of its own. */
declare module 'probe-image-size/sync.js' {
  const probe: (bytes: Uint8Array) => { type: string; width: number; height: number } | null
  export default probe
}
