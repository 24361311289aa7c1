export { buildSite, renderSite, type SiteOptions } from './build.js'
export { readSource, type SiteSource } from './source.js'
export { sampleLanguages } from './samples/languages.js'
export { exampleBody } from './samples/example.js'
