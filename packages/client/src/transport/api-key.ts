/** An API key, or a function that provides it, which is called again after a 401. */
export type ApiKey = string | (() => string | Promise<string>)
