// Runs a fuzzer for long. Usage: npm run fuzz -- hostile|money [count, 1000000 requests or 2000 rounds unless told, on both stores] [seed]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const usual = { hostile: 1_000_000, money: 2000 }
const [name, count = usual[name], seed = Date.now() % 1_000_000] = process.argv.slice(2)
if (!(name in usual)) {
  console.error(`give the name of a fuzzer: ${Object.keys(usual).join(' or ')}`)
  process.exit(2)
}
const root = fileURLToPath(new URL('../../../../', import.meta.url))
console.log(`fuzz ${name} ${count} ${seed}`)
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/vitest.config.ts',
    `packages/service/test/fuzz/${name}.system.test.ts`,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MODEL_TASKS_FUZZ: String(count), MODEL_TASKS_FUZZ_SEED: String(seed) },
  },
)
process.exit(status ?? 1)
