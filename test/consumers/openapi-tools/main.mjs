// Runs the tools in this folder, each on the published documents. Usage: main.mjs <tool>…, with the address and the key
// of a running service in the environment for `prism`.
const tools = {
  'swagger-parser': () => import('./tools/swagger-parser.mjs'),
  'express-openapi-validator': () => import('./tools/express-openapi-validator.mjs'),
  'openapi-backend': () => import('./tools/openapi-backend.mjs'),
  'openapi-zod-client': () => import('./tools/openapi-zod-client.mjs'),
  prism: () => import('./tools/prism.mjs'),
}

for (const name of process.argv.slice(2)) {
  const { check } = await tools[name]()
  console.log(`${name}: ${await check()}`)
}
// Some of the tools leave timers and connections behind.
process.exit(0)
