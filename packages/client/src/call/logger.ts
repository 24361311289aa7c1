/** Where messages go; each method takes a line and facts that hold no key, prompt or signed URL. */
export interface Logger {
  debug?: (message: string, facts?: Record<string, unknown>) => void
  warn?: (message: string, facts?: Record<string, unknown>) => void
}
