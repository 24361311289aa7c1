import { bash } from './shells/bash.js'
import { fish } from './shells/fish.js'
import { powershell } from './shells/powershell.js'
import { zsh } from './shells/zsh.js'

/** The completion script of each shell that there is one for: it makes the shell complete commands, models, parameters, values, tasks and profiles, and asks the program itself. */
const scripts = { bash, zsh, fish, powershell }

export type Shell = keyof typeof scripts

/** Shells there is a completion script for. */
export const shells: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell']

/** The script of a shell, whose first lines say where it goes. */
export function completionScript(shell: Shell): string {
  return scripts[shell]
}
