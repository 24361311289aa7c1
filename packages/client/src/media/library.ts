/** An optional library is not installed. */
export class MissingLibrary extends Error {}

/**
 * What the import of an optional library has for its `catch`: throws `MissingLibrary`, whose message says how to install it.
 *
 * With that and the comment `webpackIgnore: true`, bundlers leave the import to Node: webpack and Turbopack by the comment, esbuild since a
 * failure is caught there. So a program is bundled where the library is not installed, and finds it, where it is, when it runs.
 */
export function missing(name: string): (cause: unknown) => never {
  return (cause) => {
    throw new MissingLibrary(
      `reading media needs the package ${name}, which is not in node_modules where this runs; install it with: npm install ${name}`,
      { cause },
    )
  }
}
