/** An optional library is not installed. */
export class MissingLibrary extends Error {}

/** Loads an optional library. Throws `MissingLibrary`, whose message says how to install it. */
export async function library<T>(load: () => Promise<T>, name: string): Promise<T> {
  return load().catch((cause: unknown) => {
    throw new MissingLibrary(`reading media needs the package ${name}; install it with: npm install ${name}`, { cause })
  })
}
