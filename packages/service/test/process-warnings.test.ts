import { expect, test } from 'vitest'
import { serviceProcess } from './support/service-process.js'

test('what Node and libraries warn of is a line of the log like any other', async () => {
  const warning = 'a library warns\nin two lines'
  const script = `setInterval(() => process.emitWarning(${JSON.stringify(warning)}, 'VersionWarning'), 50).unref()`
  const { next } = serviceProcess({}, ['--import', `data:text/javascript,${script}`])
  await next('the service answers')
  expect(await next('a library warns')).toMatchObject({
    level: 'warn',
    message: 'Node or a library warns',
    warning,
  })
})
