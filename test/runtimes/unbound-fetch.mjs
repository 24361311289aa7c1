// As in workers at the edge: `fetch` refuses to be called as a method of anything.
const bound = globalThis.fetch
globalThis.fetch = function fetch(...parameters) {
  if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation')
  return bound(...parameters)
}
await import('./main.mjs')
