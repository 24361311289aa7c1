import { fileURLToPath } from 'node:url'
import { repository } from '../load/place.js'
import { diffCommand } from './command.js'

process.exitCode = await diffCommand(process.argv.slice(2), {
  root: fileURLToPath(repository).replace(/[/\\]$/, ''),
  colour: process.stdout.isTTY && process.env.NO_COLOR === undefined,
  today: new Date().toISOString().slice(0, 10),
  print: (text) => {
    console.log(text)
  },
  complain: (text) => {
    console.error(text)
  },
})
