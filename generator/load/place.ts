/** How many levels below the generator this runs: in a bundle, in what was made of this file, or as this file. */
const depth = /\/generator\/dist\/bundled\/[^/]+\/[^/]+$/.test(import.meta.url)
  ? 3
  : import.meta.url.endsWith('/generator/dist/load/place.js')
    ? 2
    : 1

/** The folder of the generator. */
export const generatorFolder = new URL('../'.repeat(depth), import.meta.url)

/** The folder of the repository. */
export const repository = new URL('../', generatorFolder)

/** The folder of the code that runs. */
export const runningFolder = new URL(depth === 3 ? './' : '../', import.meta.url)
