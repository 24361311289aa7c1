// The scenario inside Chromium: bundled, in a page and in a worker alike.
import * as client from '@model-tasks/client'
import { runScenario } from './scenario.mjs'

if ('document' in globalThis) globalThis.runInPage = (place) => runScenario(client, place)
else globalThis.addEventListener('message', async ({ data }) => globalThis.postMessage(await runScenario(client, data)))
