export { readDirectives, type Directives } from './directives.js'
export { RenderFailedError } from './render-failed-error.js'
export { createRenderer, type Renderer, type RendererOptions, type RenderOptions } from './renderer.js'
export type { JsonValue, ModelDefaults, Preview, RenderedFile, RenderRequest } from './request.js'
