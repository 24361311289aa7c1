import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { buildSite } from './build.js'
import { generatedFolder } from './source.js'
import { watchTree } from './watch-tree.js'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
}

/** The file an address stands for; undefined where it would leave the folder. */
const fileFor = (folder: string, address: string): string | undefined => {
  const path = normalize(join(folder, decodeURIComponent(new URL(address, 'http://localhost').pathname)))
  return path === folder || path.startsWith(folder + sep) ? path : undefined
}

const answerFile = async (folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = fileFor(folder, request.url ?? '/')
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined)
  if (path !== undefined && found?.isDirectory() === true && !(request.url ?? '').split('?')[0]?.endsWith('/')) {
    response.writeHead(301, { location: `${new URL(request.url ?? '/', 'http://localhost').pathname}/` }).end()
    return
  }
  const file = found?.isDirectory() === true ? join(path ?? folder, 'index.html') : path
  const content = file === undefined || found === undefined ? undefined : await readFile(file).catch(() => undefined)
  if (content === undefined || file === undefined) {
    response
      .writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
      .end(await readFile(join(folder, '404.html')).catch(() => 'Not found'))
    return
  }
  response
    .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' })
    .end(content)
}

/** A site that is served and built again when what it is made of changes. */
export interface ServedSite {
  url: string
  close(): Promise<void>
}
export interface ServeOptions {
  /** Folder of the built site. */
  folder: string
  /** Port to listen on; 0 takes a free one. */
  port: number
  /** The catalogue's source; when a file below it changes, the generator runs and the site is built again. */
  watched?: string
  /** The generator, run with Node before each rebuild. */
  generator?: string
  /** Told what happened, one line at a time. */
  log: (line: string) => void
}

const run = async (script: string): Promise<boolean> =>
  await new Promise((resolve) =>
    spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] }).on('close', (code) =>
      resolve(code === 0),
    ),
  )

/** Runs `work` once more when it is asked for while it runs, never twice at a time. */
const oneAtATime = (work: () => Promise<void>): (() => void) => {
  let state: 'idle' | 'busy' | 'again' = 'idle'
  const start = (): void => {
    if (state !== 'idle') {
      state = 'again'
      return
    }
    state = 'busy'
    void work().finally(() => {
      const again = state === 'again'
      state = 'idle'
      if (again) start()
    })
  }
  return start
}

/** Builds the site, serves it, and with `watched` keeps it current: open pages reload by themselves. */
export const serveSite = async ({ folder, port, watched, generator, log }: ServeOptions): Promise<ServedSite> => {
  const listeners = new Set<ServerResponse>()
  const build = async (): Promise<void> => {
    const started = performance.now()
    try {
      await buildSite({ outDir: folder, live: watched !== undefined })
      log(`built in ${Math.round(performance.now() - started)} ms`)
      for (const listener of listeners) listener.write('data: built\n\n')
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
  }
  await build()
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/live') === true) {
      response
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
        .write(': waiting\n\n')
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
      return
    }
    answerFile(folder, request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  const rebuild = oneAtATime(async () => {
    if (generator === undefined || !existsSync(generator) || (await run(generator))) await build()
  })
  const stopWatching = watched === undefined ? undefined : await watchTree(watched, rebuild)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/`,
    close: async () => {
      stopWatching?.()
      for (const listener of listeners) listener.end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Where the site is built when nothing else is said. */
export const defaultSiteFolder = (): string => join(generatedFolder(), 'site')
