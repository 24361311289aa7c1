import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('.cache/', import.meta.url))

/** The pages of the peers: each takes our OpenAPI document the way its own documentation shows. */
const pages = {
  redoc: (asset) =>
    `<redoc spec-url="/openapi.json"></redoc><script type="module" src="${asset('bundles/redoc.standalone.js')}"></script>`,
  '@scalar/api-reference': (asset) =>
    `<div id="app"></div><script src="${asset('dist/browser/standalone.js')}"></script><script>Scalar.createApiReference('#app', { url: '/openapi.json', telemetry: false, withDefaultFonts: false })</script>`,
  'swagger-ui-dist': (asset) =>
    `<link rel="stylesheet" href="${asset('swagger-ui.css')}"><div id="app"></div><script src="${asset('swagger-ui-bundle.js')}"></script><script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#app', docExpansion: 'full', defaultModelRendering: 'model', defaultModelExpandDepth: 5, validatorUrl: null })</script>`,
  '@stoplight/elements': (asset) =>
    `<link rel="stylesheet" href="${asset('styles.min.css')}"><script src="${asset('web-components.min.js')}"></script><elements-api apiDescriptionUrl="/openapi.json" router="hash"></elements-api>`,
}
/** Where in a peer's page the submit operation is shown. */
const opened = {
  redoc: '#/tasks/submittask',
  '@scalar/api-reference': '#tag/tasks/POST/v2/model-center/tasks',
  '@stoplight/elements': '#/operations/submitTask',
}

/** Fetches the peers with npm, checks their bytes, and answers their pages and files by path. */
export function loadPeers() {
  const { peers } = JSON.parse(readFileSync(new URL('peers.json', import.meta.url), 'utf8'))
  return peers.map(({ name, version, integrity, files }) => {
    const folder = join(cache, `${name.replace(/\W+/g, '-')}-${version}`)
    if (!existsSync(join(folder, 'package'))) {
      mkdirSync(folder, { recursive: true })
      const [{ filename }] = JSON.parse(
        execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', folder], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      )
      const archive = join(folder, filename.replace(/^@/, '').replace('/', '-'))
      const [algorithm, expected] = integrity.split(/-(.*)/s)
      if (createHash(algorithm).update(readFileSync(archive)).digest('base64') !== expected)
        throw new Error(`${name}@${version} is not what the lock file says`)
      execFileSync('tar', ['-xzf', archive, '-C', folder])
    }
    const asset = (file) => `/peer/${name}/${file}`
    return {
      name: `${name.replace('@scalar/api-reference', 'Scalar').replace('@stoplight/elements', 'Elements').replace('swagger-ui-dist', 'Swagger UI').replace('redoc', 'Redoc')} ${version}`,
      path: `/${name.replace(/\W+/g, '-')}/${opened[name] ?? ''}`,
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Model Tasks</title></head><body>${pages[name](asset)}</body></html>`,
      files: new Map(files.map((file) => [asset(file), readFileSync(join(folder, 'package', file))])),
    }
  })
}
