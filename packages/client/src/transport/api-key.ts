/** An API key; a function that provides it, which is called again after a 401; or null where a proxy or a cookie carries it. */
export type ApiKey = string | null | (() => string | Promise<string>)
