/** Loads an optional library. Throws an error that says how to install it. */
export async function library<T>(load: () => Promise<T>, name: string): Promise<T> {
  return load().catch((cause: unknown) => {
    throw new Error(`reading media needs the package ${name}; install it with: npm install ${name}`, { cause })
  })
}
