/** Whether a media parameter accepts IDs of the asset library. */
export function acceptsAssets(accepts: unknown): boolean {
  return Array.isArray(accepts) && accepts.includes('asset')
}

/** The form of reference that was sent where the parameter accepts others only; undefined when it is not a reference at all. */
export function rejectedForm(value: unknown, accepts: unknown): 'asset' | 'data' | undefined {
  if (typeof value !== 'string') return undefined
  if (/^assetId:/i.test(value)) return acceptsAssets(accepts) ? undefined : 'asset'
  return /^data:/i.test(value) && !(Array.isArray(accepts) && accepts.includes('data')) ? 'data' : undefined
}
