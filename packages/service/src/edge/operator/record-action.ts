import type { FastifyRequest } from 'fastify'

/** Notes in the record what an operator did. */
export type RecordAction = (request: FastifyRequest, action: string, subject: string, detail?: string) => Promise<void>
