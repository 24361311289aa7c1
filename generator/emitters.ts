import { emitArazzo } from './emit/arazzo.js'
import { emitCatalogue } from './emit/catalogue.js'
import { emitChangelog } from './emit/changelog.js'
import { emitDirectory } from './emit/directory.js'
import { emitDocs, emitModelDocs } from './emit/docs.js'
import { emitFacts, emitModelFacts } from './emit/facts.js'
import { emitFindings } from './emit/findings.js'
import { emitJsonSchema, emitModelJsonSchema } from './emit/json-schema.js'
import { emitMeasures } from './emit/measures.js'
import { emitMedia, emitModelMedia } from './emit/media.js'
import { emitMessages } from './emit/messages.js'
import { emitOpenapi } from './emit/openapi.js'
import { emitPackage } from './emit/package.js'
import { emitModelPrices, emitPrices } from './emit/prices.js'
import { emitTools } from './emit/tools.js'
import { emitTypes } from './emit/types.js'
import { emitModelValidator, emitValidators } from './emit/validators.js'
import { emitModelVectors, emitVectors } from './emit/vectors.js'
import type { Emitter } from './file.js'
import { emitModelUpstreams, emitUpstreams } from './upstreams/emit.js'

/** Every output of the generator. Another output is another line. */
export const emitters: readonly Emitter[] = [
  { name: 'catalogue', catalogue: emitCatalogue },
  { name: 'findings', catalogue: emitFindings },
  { name: 'types', catalogue: emitTypes },
  { name: 'validators', model: emitModelValidator, catalogue: emitValidators },
  { name: 'facts', model: emitModelFacts, catalogue: emitFacts },
  { name: 'media', model: emitModelMedia, catalogue: emitMedia },
  { name: 'measures', catalogue: emitMeasures },
  { name: 'prices', model: emitModelPrices, catalogue: emitPrices },
  { name: 'messages', catalogue: emitMessages },
  { name: 'json-schema', model: emitModelJsonSchema, catalogue: emitJsonSchema },
  { name: 'openapi', catalogue: emitOpenapi },
  { name: 'tools', catalogue: emitTools },
  { name: 'arazzo', catalogue: emitArazzo },
  { name: 'directory', catalogue: emitDirectory },
  { name: 'docs', model: emitModelDocs, catalogue: emitDocs },
  { name: 'changelog', catalogue: emitChangelog },
  // In this order: what upstreams cover is computed while the vectors of the model are there.
  { name: 'vectors', model: emitModelVectors, catalogue: emitVectors },
  { name: 'upstreams', model: emitModelUpstreams, catalogue: emitUpstreams },
  { name: 'package', catalogue: emitPackage },
]
