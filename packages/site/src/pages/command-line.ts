import {
  commands,
  exitCodes,
  globalOptions,
  groups,
  optionForm,
  usageOf,
  type Command,
  type Options,
} from '@model-tasks/cli/commands'
import { markdownTable } from '../machines/table.js'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { prosePage } from './prose.js'

const words = {
  en: {
    title: 'Command line',
    lead: 'Every command of `model-tasks`, from its own definition. In a checkout: `npx model-tasks <command>`. Beside a service on the same machine, base URL and key are found by themselves; elsewhere set `MODEL_TASKS_BASE_URL` and `MODEL_TASKS_API_KEY`, or keep a profile with `model-tasks config set`.',
    argument: 'Argument',
    option: 'Option',
    meaning: 'Meaning',
    everywhere: 'Options of every command',
    exitCodes: 'Exit codes',
    code: 'Code',
    groups: { Tasks: 'Tasks', Models: 'Models', Media: 'Media', Setup: 'Setup' },
  },
  zh: {
    title: '命令行',
    lead: '`model-tasks` 的全部命令，取自它们自己的定义（说明为英文）。在检出目录中运行 `npx model-tasks <命令>`。与服务在同一台机器上时，会自动找到服务地址和密钥；否则请设置 `MODEL_TASKS_BASE_URL` 和 `MODEL_TASKS_API_KEY`，或用 `model-tasks config set` 保存配置。',
    argument: '参数',
    option: '选项',
    meaning: '含义',
    everywhere: '所有命令通用的选项',
    exitCodes: '退出码',
    code: '代码',
    groups: { Tasks: '任务', Models: '模型', Media: '素材', Setup: '设置' },
  },
}

const optionTable = (options: Options, [name, meaning]: [string, string]): string[] => {
  const rows = Object.entries(options).map(([key, option]) => [
    `\`${optionForm(key, option)}\``,
    option.default === undefined ? option.description : `${option.description} (default ${option.default})`,
  ])
  return rows.length === 0 ? [] : [markdownTable([name, meaning], rows), '']
}

const commandText = (command: Command, said: (typeof words)['en']): string[] => [
  `### <a id="${command.name.replaceAll(' ', '-')}"></a>${command.name}`,
  '',
  command.description,
  '',
  '```sh',
  `model-tasks ${usageOf(command)}`,
  '```',
  '',
  ...(command.arguments.length === 0
    ? []
    : [
        markdownTable(
          [said.argument, said.meaning],
          command.arguments.map(({ name, description }) => [`\`${name}\``, description]),
        ),
        '',
      ]),
  ...optionTable(command.options, [said.option, said.meaning]),
  ...(command.examples.length === 0
    ? []
    : [
        '```sh',
        ...command.examples.flatMap(({ command: line, does }) => [`# ${does}`, `npx model-tasks ${line}`]),
        '```',
        '',
      ]),
]

/** The reference of the terminal: each command, its arguments, options and examples, as the command itself defines them. */
export const commandLinePage = (language: Language): Page => {
  const said = words[language.code]
  const visible = commands.filter(({ hidden }) => hidden !== true)
  const text = [
    `# ${said.title}`,
    '',
    said.lead,
    '',
    ...groups.flatMap((group) => [
      `## ${said.groups[group]}`,
      '',
      ...visible.filter((command) => command.group === group).flatMap((command) => commandText(command, said)),
    ]),
    `## ${said.everywhere}`,
    '',
    ...optionTable(globalOptions, [said.option, said.meaning]),
    `## ${said.exitCodes}`,
    '',
    markdownTable(
      [said.code, said.meaning],
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
    ),
    '',
  ].join('\n')
  return prosePage({ path: 'guides/command-line/', text, kind: 'guides' }, language)
}
