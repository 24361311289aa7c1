import type { RequestListener } from 'node:http'
import type { BuildOptions } from 'esbuild'

export declare function exampleListener(options: {
  baseUrl: string
  apiKey: string
  secret?: string
  user?: () => string
  bundle?: BuildOptions
}): Promise<RequestListener>
