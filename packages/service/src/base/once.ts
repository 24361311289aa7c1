/** What is made once, by its first call. */
export interface Once<Made> {
  (): Promise<Made>
  /** What has been made, or is being made; undefined where there is none. */
  made(): Promise<Made> | undefined
}

/** What `make` makes, made by the first call and shared with the others. What fails is made again by the next one. */
export function once<Made>(make: () => Promise<Made>): Once<Made> {
  let made: Promise<Made> | undefined
  const get = (): Promise<Made> =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
  return Object.assign(get, { made: () => made })
}
