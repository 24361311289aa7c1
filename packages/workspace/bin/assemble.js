// Makes the packages as they are published, in `release/`, with types checked. `npm run bench` and `npm run packages` run this first.
import { buildPackages } from '../src/build.js'
import { command } from '../src/stage.js'

await command(buildPackages)
