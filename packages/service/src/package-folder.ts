/** The folder of this package, also where the code is bundled: sources, compiled files and bundles all lie one folder deep. */
export const packageFolder = new URL('../', import.meta.url)
