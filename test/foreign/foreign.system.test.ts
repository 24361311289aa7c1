import { describe } from 'vitest'

/**
 * Models of other vendors beside our own. All of it in one file: the tree with them is copied and generated once, and every part
 * starts a service of its own in it. `-t '^conditions '` runs one part.
 */

describe('shapes', async () => void (await import('./shapes.js')))
describe('conditions', async () => void (await import('./conditions.js')))
describe('null values', async () => void (await import('./null-values.js')))
describe('value lists', async () => void (await import('./value-lists.js')))
describe('vendor and version', async () => void (await import('./vendor-and-version.js')))
describe('images of OpenAI', async () => void (await import('./openai-images.js')))
describe('pages', async () => void (await import('./pages.js')))
