/** Puts the simulation and the sources of the packages into one file, and answers its path. */
export function bundleSimulation(entry: string): Promise<string>
