/** The part of s3rver that the tests use; it brings no types. */
declare module 's3rver' {
  import type { Server } from 'node:http'

  interface Context {
    method: string
    /** Path and query. */
    url: string
    headers: Record<string, string>
  }

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    readonly httpServer: Server
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
