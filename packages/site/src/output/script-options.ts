import type { BuildOptions } from 'esbuild'

/** How every script of the site is bundled. */
export const scriptOptions = {
  bundle: true,
  write: false,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
  external: ['node:*'],
  // Modules are strict, with no directive of theirs.
  tsconfigRaw: {},
} as const satisfies BuildOptions
