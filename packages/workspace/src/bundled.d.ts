export const bundledNote: string
export function isBundled(dist: string): boolean
