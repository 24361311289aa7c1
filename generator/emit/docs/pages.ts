import type { Catalogue, Model } from '../../catalogue.js'
import { diagnosticCodes } from '../../check/codes.js'
import { sourceText } from '../../source-text.js'
import { isUnknown, sentence } from './words.js'

/** The front page: every model in one table, and the way to the rest. */
export function indexView(catalogue: Catalogue): object {
  const row = (model: Model) => ({
    id: model.id,
    kind: model.kind,
    parameters: model.reference ? String(model.parameters.length) : 'not shown',
    state:
      model.availability.status === 'available'
        ? model.listed
          ? 'listed'
          : 'not in the published list'
        : `unavailable (${model.availability.reason})`,
    description: model.description,
  })
  return {
    version: catalogue.version,
    count: catalogue.models.length,
    documented: catalogue.models.filter((model) => model.reference).map(row),
    open: catalogue.models.filter((model) => !model.reference).map(row),
  }
}

/** The service's endpoints, authentication, polling and limits. */
export function serviceView(catalogue: Catalogue): object {
  const { endpoints, authentication, polling, limits, notes } = catalogue.service
  return {
    endpoints: endpoints
      .filter((endpoint) => endpoint.extension === undefined)
      .map((endpoint) => ({ ...endpoint, source: endpoint.source ? sourceText(endpoint.source) : '' })),
    authentication: {
      ...authentication,
      notes: authentication.notes.map((note) => ({ text: note.text, source: sourceText(note.source) })),
    },
    polling: { minimum: polling.minimumSeconds, maximum: polling.maximumSeconds, source: sourceText(polling.source) },
    limits: limits.map((note) => ({ text: note.text, source: sourceText(note.source) })),
    notes: notes.map((note) => ({ text: note.text, source: sourceText(note.source) })),
  }
}

/** The fields and rules of the Task. */
export function taskView(catalogue: Catalogue): object {
  return {
    fields: catalogue.task.fields.map((field) => ({
      name: field.name,
      type: isUnknown(field.type) ? 'not shown' : field.type,
      present: `${presence[field.present] ?? field.present}${field.inferred ? ' (inferred)' : ''}`,
      who:
        [field.kind ? `${field.kind} models` : '', field.models ? field.models.join(', ') : '']
          .filter((part) => part !== '')
          .join('; ') || 'all models',
      description: field.description,
      source: sourceText(field.source),
    })),
    rules: catalogue.task.rules.map((note) => ({ text: note.text, source: sourceText(note.source) })),
  }
}

const presence: Record<string, string> = {
  always: 'always',
  completed: 'only when completed',
  failed: 'when failed',
  usual: 'usually, on query',
  unknown: 'not shown',
}

/** The four states, which of them are final, and how to follow a task. */
export function statesView(catalogue: Catalogue): object {
  return {
    states: catalogue.task.states.map((state) => ({
      status: state.status,
      terminal: state.terminal ? 'yes' : 'no',
      description: state.description,
      source: sourceText(state.source),
    })),
    minimum: catalogue.service.polling.minimumSeconds,
    maximum: catalogue.service.polling.maximumSeconds,
  }
}

/** What this project's service adds, with the endpoints of each extension. */
export function extensionsView(catalogue: Catalogue): object {
  return {
    extensions: catalogue.service.extensions.map((extension) => ({
      ...extension,
      endpoints: catalogue.service.endpoints
        .filter((endpoint) => endpoint.extension === extension.id)
        .map((endpoint) => ({ method: endpoint.method, path: endpoint.path, summary: endpoint.summary })),
    })),
  }
}

/** Every rule that a request of any model can break, and the models' own. */
export function findingsView(catalogue: Catalogue): object {
  return {
    findings: catalogue.findings.map((finding) => ({ ...finding, portable: finding.portable ? 'yes' : 'no' })),
    rules: catalogue.models.flatMap((model) =>
      model.rules.map((rule) => ({
        model: model.id,
        id: rule.id,
        severity: rule.severity,
        message: sentence(rule.message),
        source: sourceText(rule.source),
      })),
    ),
  }
}

/** Everything the interface leaves open, and what the project does about it. */
export function unknownsView(catalogue: Catalogue): object {
  return {
    unknowns: catalogue.unknowns.map((fact) => ({
      id: fact.id,
      topic: fact.topic,
      handling: fact.handling,
      source: sourceText(fact.source),
    })),
    count: catalogue.unknowns.length,
  }
}

/** How other languages take the contract up, with every model's name as an identifier. */
export function languagesView(catalogue: Catalogue): object {
  return { names: catalogue.models.map(({ id, codegenName }) => ({ id, codegenName })) }
}

/** Every code the generator reports mistakes in the catalogue with. */
export function diagnosticsView(): object {
  return { codes: diagnosticCodes }
}
