// Loads all that the client loads on demand. A test that lets time pass by turns of the event loop imports this: on a busy
// machine, reading a module takes more turns than any test waits.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))
const modules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
await Promise.all(modules.map((path) => import(/* @vite-ignore */ join(source, path))))
