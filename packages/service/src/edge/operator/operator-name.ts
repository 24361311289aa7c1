import { printable } from '@model-tasks/validation/printable'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in to the console, or sends the admin key, as they call themselves. */
    operatorName: string
  }
}

const longestName = 60

/** A name as an operator gave it, on one line and short enough for the record. */
export function operatorName(given: string): string {
  return printable(given).replaceAll(/\s+/g, ' ').trim().slice(0, longestName)
}
