import { emitArazzo } from './emit/arazzo.js'
import { emitCatalogue } from './emit/catalogue.js'
import { emitChangelog } from './emit/changelog.js'
import { emitDirectory } from './emit/directory.js'
import { emitDocs } from './emit/docs.js'
import { emitFacts } from './emit/facts.js'
import { emitFindings } from './emit/findings.js'
import { emitJsonSchema } from './emit/json-schema.js'
import { emitMedia } from './emit/media.js'
import { emitOpenapi } from './emit/openapi.js'
import { emitPackage } from './emit/package.js'
import { emitTypes } from './emit/types.js'
import { emitValidators } from './emit/validators.js'
import { emitVectors } from './emit/vectors.js'
import type { Emitter } from './file.js'
import { emitUpstreams } from './upstreams/emit.js'

/** Every output of the generator, by name. Another output is another line. */
export const emitters: readonly (readonly [name: string, emit: Emitter])[] = [
  ['catalogue', emitCatalogue],
  ['findings', emitFindings],
  ['types', emitTypes],
  ['validators', emitValidators],
  ['facts', emitFacts],
  ['media', emitMedia],
  ['json-schema', emitJsonSchema],
  ['openapi', emitOpenapi],
  ['arazzo', emitArazzo],
  ['directory', emitDirectory],
  ['docs', emitDocs],
  ['changelog', emitChangelog],
  ['vectors', emitVectors],
  ['upstreams', emitUpstreams],
  ['package', emitPackage],
]
