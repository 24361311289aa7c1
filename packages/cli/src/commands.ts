/** The commands of the terminal as data, for programs that document them. */
export { commands } from './commands/index.js'
export { exampleLine, groups, type Argument, type Command, type Example, type Group } from './definition/command.js'
export { globalOptions } from './definition/global-options.js'
export { optionName, type Option, type Options } from './definition/options.js'
export { exitCodes, type Exit, type Milestone } from './failure/exit-codes.js'
export { optionForm, usageOf } from './help/help.js'
