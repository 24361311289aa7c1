import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../content/client-examples/', import.meta.url)

/** A program for each method and function of the client's reference, by its name: `ModelTasks.submit`, `cost`. A test runs them. */
export const clientExamples = (): Map<string, string> =>
  new Map(
    readdirSync(folder).map((file) => [
      file.replace(/\.ts$/, ''),
      readFileSync(new URL(file, folder), 'utf8').trimEnd(),
    ]),
  )
