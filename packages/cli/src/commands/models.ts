import type { Model } from '@model-tasks/spec/catalogue'
import { defineCommand } from '../definition/command.js'
import { choice, flag } from '../definition/options.js'
import { catalogue } from '../models/catalogue.js'
import { modelKinds } from '../models/media-kind.js'
import type { Paint } from '../terminal/paint.js'
import { table } from '../terminal/table.js'
import { printJson } from '../session.js'

/** List the models of the catalogue. */
export const models = defineCommand({
  name: 'models',
  group: 'Models',
  summary: 'list the models',
  description: 'Lists the models of the catalogue. No service is needed.',
  arguments: [],
  options: {
    kind: choice('kind', modelKinds, 'only models of this kind: video, image, audio or mesh'),
    available: flag('only models that can be invoked'),
  },
  examples: [
    { command: 'models --kind image', does: 'list the image models' },
    { command: 'models --available --json', does: 'print the catalogue of models that can be invoked as JSON' },
  ],
  online: false,
  async run(session, { options }) {
    const { terminal, globals } = session
    const chosen = catalogue()
      .models.filter((model) => options.kind === undefined || model.kind === options.kind)
      .filter((model) => !options.available || model.availability.status === 'available')
    if (globals.json === true) {
      printJson(session, chosen)
      return
    }
    if (chosen.length === 0) {
      terminal.err(
        `The catalogue has no ${options.kind ?? ''} model${options.available ? ' that can be invoked' : ''}.\n`,
      )
      return
    }
    const paint = terminal.paint.out
    const heading = ['MODEL', 'KIND', 'SECONDS', 'RESOLUTION', 'MEDIA', 'REMARKS'].map(paint.faint)
    terminal.out(
      table([heading, ...chosen.map((model) => row(model, paint))], terminal.columns, {
        whole: [0],
        wrapped: [3, 4, 5],
      }),
    )
  },
})

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
