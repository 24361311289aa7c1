import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** What a page cannot say of itself: beside these, each page of the site carries a policy of its own. */
export const pageHeaders = {
  'content-security-policy': `frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

const hashedFolder = `${sep}assets${sep}`

/** Serves the built docs site at `/`, or a first page that says what to do next. */
export async function siteRoutes(app: FastifyInstance, directory: string | undefined): Promise<void> {
  if (directory === undefined) {
    app.get('/', (_request, reply) =>
      reply
        .headers({
          ...pageHeaders,
          'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
        })
        .type('text/html; charset=utf-8')
        .send(firstPage),
    )
    return
  }
  const { default: serveFiles } = await import('@fastify/static')
  await app.register(serveFiles, {
    root: directory,
    redirect: true,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
      response.setHeader('vary', 'accept-encoding')
      // Files below assets/ carry a hash of their content in their names; all others may change with the next build.
      response.setHeader(
        'cache-control',
        path.includes(hashedFolder) ? 'public, max-age=31536000, immutable' : 'public, max-age=0',
      )
    },
  })
}

/** The site's page for addresses that are not there. */
export function notFoundPage(directory: string | undefined): Buffer | undefined {
  const path = join(directory ?? '', '404.html')
  return directory !== undefined && existsSync(path) ? readFileSync(path) : undefined
}

const firstPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Model Tasks</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem }
  pre { padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; overflow-x: auto }
</style>
<h1>Model Tasks</h1>
<p>The service is running. The key was printed at its first start and is in <code>local-credentials.json</code> in its data folder.
In a second terminal, beside it:</p>
<pre><code>npx model-tasks run sd_2.0_discount prompt="A paper boat at dusk" duration=5 --out boat.mp4</code></pre>
<p>The API is at <code>/api/v2/model-center</code>; <a href="/api/v2/model-center/capabilities">what it offers</a>.
The documentation appears on this page once it has been built: <code>npm run build</code>.</p>
</html>
`
