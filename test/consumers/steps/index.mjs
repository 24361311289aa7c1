import { aiSdk } from './ai-sdk.mjs'
import { conformance } from './conformance.mjs'
import { languages } from './languages.mjs'
import { redocly, spectral } from './lint.mjs'
import { faultPages } from '../known-faults.mjs'
import { mcp } from './mcp.mjs'
import { proxies } from './proxies.mjs'
import { quicktype } from './quicktype.mjs'
import { swift } from './swift.mjs'
import { arazzo, jsonSchemaTools, openapiTools, prism } from './tools.mjs'
import { heyApi, kubb, openapiTypescript, orval } from './typescript.mjs'
import { upstreamClients, upstreamRequests } from './upstreams.mjs'
import { vendorPrograms, vendorRepeats } from './vendor-pages.mjs'
import { workers } from './workers.mjs'

/**
 * Everything that consumes the contract. A new consumer is a new step. The long ones come first: started last, one of
 * them would keep its lane while the other is idle.
 */
export const steps = [
  openapiTools,
  prism,
  vendorRepeats,
  upstreamClients,
  ...quicktype,
  upstreamRequests,
  vendorPrograms,
  redocly,
  arazzo,
  orval,
  kubb,
  heyApi,
  openapiTypescript,
  spectral,
  jsonSchemaTools,
  proxies,
  swift,
  ...languages,
  aiSdk,
  mcp,
  workers,
  conformance,
  faultPages,
]
