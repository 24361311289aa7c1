/**
 * `npm run bench -- lighthouse [path]…`: Lighthouse's four scores of five pages of the docs site, as a phone and as a desktop
 * get them, with the audits that take points. Each page is a line as soon as it is there. The score of performance depends
 * on what else the machine does; the other three do not. Exit code 1 when a score is below 100.
 */
import { createServer } from 'node:net'
import { once } from 'node:events'
import { readSource, renderSite } from '@model-tasks/site'
import lighthouse, { desktopConfig } from 'lighthouse'
import { watchOthers } from '../site/machine.mjs'
import { launchBrowser } from '../site/launch.mjs'
import { serveFiles } from '../site/serve.mjs'

const five = ['', 'models/sd_2.0_discount/', 'guides/quick-start/', 'zh/interface/errors/', 'zh/models/']
const given = process.argv.slice(2)
const paths = given.length > 0 ? given : five

const files = await renderSite(await readSource())
const served = await serveFiles(new Map(files.map(({ path, content }) => [`/${path}`, Buffer.from(content)])))
const port = await freePort()
const browser = await launchBrowser([`--remote-debugging-port=${port}`])
let isPerfect = true
try {
  for (const path of paths)
    for (const [device, config] of [
      ['phone', undefined],
      ['desktop', desktopConfig],
    ]) {
      const others = await watchOthers()
      const { lhr } = await lighthouse(`${served.origin}/${path}`, { port, logLevel: 'error' }, config)
      const disturbed = (await others()) > 0.25 ? ', disturbed' : ''
      const scores = Object.values(lhr.categories).map(
        ({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`,
      )
      console.log(`/${path} on a ${device}: ${scores.join(', ')}${disturbed}`)
      for (const category of Object.values(lhr.categories)) {
        if ((category.score ?? 0) === 1) continue
        isPerfect = false
        for (const { id, weight } of category.auditRefs) {
          const { title, score, displayValue = '' } = lhr.audits[id] ?? {}
          if (weight > 0 && typeof score === 'number' && score < 1)
            console.log(`    ${category.title}: ${title} ${displayValue} (${Math.round(score * 100)})`)
        }
      }
    }
} finally {
  await browser.close()
  served.stop()
}
process.exitCode = isPerfect ? 0 : 1

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address()
  server.close()
  await once(server, 'close')
  return free
}
