import type { Command } from 'commander'
import type { Session } from '../session.js'

/** Adds one command to the program. A new command is a new file and a line in `commands/index.ts`. */
export type AddCommand = (program: Command, session: Session) => void
