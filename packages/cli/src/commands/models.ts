import type { Model } from '@model-tasks/spec/catalogue'
import { catalogue, requireModel } from '../catalogue.js'
import { describeModel } from '../model-page.js'
import type { CommonOptions } from '../session.js'
import { table } from '../terminal/table.js'
import type { Paint } from '../terminal/paint.js'
import type { AddCommand } from './command.js'

interface ModelsOptions extends CommonOptions {
  kind?: string
  available?: boolean
}

/** `models` and `models show`: the catalogue, without any service. */
export const addModels: AddCommand = (program, session) => {
  const models = program
    .command('models')
    .summary('list the models; models show <id> tells all about one')
    .description('Lists the models of the catalogue. No service is needed.')
    .option('--kind <kind>', 'video or image')
    .option('--available', 'only those that can be invoked')
  const { terminal } = session
  models.action(() => {
    const options = models.optsWithGlobals<ModelsOptions>()
    const chosen = catalogue()
      .models.filter((model) => options.kind === undefined || model.kind === options.kind)
      .filter((model) => options.available !== true || model.availability.status === 'available')
    if (options.json === true) terminal.out(`${JSON.stringify(chosen)}\n`)
    else
      terminal.out(
        table(
          [
            ['MODEL', 'KIND', 'SECONDS', 'RESOLUTION', 'TAKES', 'REMARKS'].map(terminal.paint.out.faint),
            ...chosen.map((model) => row(model, terminal.paint.out)),
          ],
          terminal.columns,
          { whole: [0], wrapped: [3, 4, 5] },
        ),
      )
  })
  models
    .command('show')
    .summary('tell all about one model')
    .description('Shows a model: its parameters with limits and defaults, its rules, and a command to start from.')
    .argument('<id>', 'Model ID')
    .action((id: string) => {
      const model = requireModel(id)
      if (models.optsWithGlobals<ModelsOptions>().json === true) terminal.out(`${JSON.stringify(model)}\n`)
      else terminal.out(describeModel(model, terminal.paint.out, terminal.columns))
    })
}

function row(model: Model, paint: Paint): string[] {
  const remarks = [
    ...(model.availability.status === 'unavailable' ? [paint.bad(`unavailable (${model.availability.reason})`)] : []),
    ...(model.reference ? [] : [paint.faint('no reference')]),
    ...(model.listed ? [] : [paint.faint('not listed')]),
  ]
  return [paint.strong(model.id), model.kind, seconds(model), resolutions(model), inputs(model), remarks.join(', ')]
}

function seconds(model: Model): string {
  const parameter = model.parameters.find(({ name }) => name === 'duration')
  if (parameter?.kind === 'integer') return `${parameter.minimum ?? ''}-${parameter.maximum ?? ''}`
  return parameter?.kind === 'enum' ? parameter.values.join(', ') : ''
}

function resolutions(model: Model): string {
  const parameter = model.parameters.find(({ name }) => name === 'resolution')
  return parameter?.kind === 'enum' ? parameter.values.join(' ') : ''
}

function inputs(model: Model): string {
  return [
    ...new Set(model.parameters.flatMap((parameter) => (parameter.kind === 'media' ? [parameter.media] : []))),
  ].join(' ')
}
