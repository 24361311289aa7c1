import { fileURLToPath } from 'node:url'
import { diffCommand } from './command.js'

process.exitCode = await diffCommand(process.argv.slice(2), {
  root: fileURLToPath(new URL('../../../', import.meta.url)).replace(/[/\\]$/, ''),
  colour: process.stdout.isTTY && process.env.NO_COLOR === undefined,
  today: new Date().toISOString().slice(0, 10),
  print: (text) => {
    console.log(text)
  },
  complain: (text) => {
    console.error(text)
  },
})
