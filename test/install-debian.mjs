// Installs the Debian packages that system tests need, where this process may: as root, with apt-get. Elsewhere it prints why
// it does not, and those tests are skipped with the same reason.
import { installDebian, SkippedError } from './consumers/shell.mjs'

try {
  await installDebian(['prometheus'], 'test/e2e/prometheus.system.test.ts')
  console.log('prometheus is installed')
} catch (error) {
  if (!(error instanceof SkippedError)) throw error
  console.log(`skipped: ${error.message}`)
}
