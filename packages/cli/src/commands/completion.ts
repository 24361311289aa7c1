import { completionScript, shells } from '../completion/scripts.js'
import { defineCommand } from '../definition/command.js'
import { UsageError } from '../definition/usage-error.js'

/** Print the completion script of a shell. */
export const completion = defineCommand({
  name: 'completion',
  group: 'Setup',
  summary: 'print a completion script for bash, zsh, fish or PowerShell',
  description:
    'Prints a completion script: commands, options, models, parameters and their values, task IDs and profiles, with descriptions. Its first lines say where it goes.',
  arguments: [{ name: 'shell', description: shells.join(', '), values: shells }],
  options: {},
  examples: [
    {
      after: 'mkdir -p ~/.local/share/bash-completion/completions',
      command: 'completion bash > ~/.local/share/bash-completion/completions/model-tasks',
      does: 'complete in bash',
    },
    { command: 'completion powershell | Add-Content $PROFILE', does: 'complete in PowerShell' },
  ],
  online: false,
  printsNoJson: true,
  async run({ terminal }, { args: [name = ''] }) {
    const shell = shells.find((each) => each === name)
    if (shell === undefined)
      throw new UsageError(`there is no completion for ${name}; there is for ${shells.join(', ')}`, [
        'completion',
        'bash',
      ])
    terminal.out(completionScript(shell))
  },
})
