/** Writes a specification of `count` models into `folder`: the real ones, then copies of those with a reference under other IDs. */
export function copySpecification(source: string, folder: string, count: number): void
