import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
}

const fileOf = (pathname) => decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname)

/** Serves files, by their path, with gzip and without caching. `sizeOf` answers how many bytes an address is on the wire. */
export const serveFiles = async (files) => {
  const compressed = new Map([...files].map(([path, content]) => [path, gzipSync(content)]))
  const server = createServer((request, response) => {
    const path = fileOf(new URL(request.url, 'http://localhost').pathname)
    const content = compressed.get(path)
    if (content === undefined) {
      response.writeHead(404).end()
      return
    }
    response
      .writeHead(200, {
        'content-type': types[path.split('.').at(-1)] ?? 'text/plain',
        'content-encoding': 'gzip',
        'cache-control': 'no-store',
      })
      .end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    sizeOf: (pathname) => compressed.get(fileOf(pathname))?.length ?? 0,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
