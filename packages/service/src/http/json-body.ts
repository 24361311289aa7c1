import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { nestedDeeperThan, parseJson, type JsonValue } from '../json.js'
import { Problem } from './problem.js'

const deepest = 64

/** Reads JSON bodies. An empty body is `undefined`, left to the route; one that is no JSON is a problem. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, jsonOf(Buffer.isBuffer(body) ? body : Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

function jsonOf(body: Buffer): JsonValue | undefined {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new Problem('bad-request', 'the body is not UTF-8; send JSON encoded as UTF-8')
  const value = parsed(body.toString('utf8'))
  if (nestedDeeperThan(value, deepest)) throw new Problem('bad-request', `the body is nested deeper than ${deepest} levels`)
  return value
}

function parsed(text: string): JsonValue {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem('bad-request', `the body is not JSON: ${whatIsWrong(error)}; send one JSON object, such as {"model": "...", "prompt": "..."}`)
  }
}

/** V8 quotes the text it could not read; a prompt has no place in an error. */
function whatIsWrong(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return `it cannot be read at position ${position}`
  return /end of JSON/.test(message) ? 'it ends too early' : 'it cannot be read'
}
