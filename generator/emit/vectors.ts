import type { Catalogue, JsonValue, Model } from '../catalogue.js'
import type { File, Shared } from '../file.js'
import { perLatestModel } from '../per-model.js'
import { unknownModelMessage, unknownModelOf } from '../messages/index.js'
import { namesOf } from './validators/names.js'
import { modelVectors } from './vectors/model-vectors.js'
import { usedSlots } from './vectors/messages.js'
import type { ExpectedFinding, Vector } from './vectors/vector.js'
import { fileNameOf } from '../measures/file-name.js'

/** The vectors of one model. */
export const vectorsOf = perLatestModel((model, shared: Shared): readonly Vector[] => modelVectors(model, shared))

/** The shared tests of every implementation: the vectors of one model. */
export function emitModelVectors(model: Model, shared: Shared): File[] {
  return [vectorFile(fileNameOf(model.id), vectorsOf(model, shared))]
}

/** The vectors of bodies without a model. */
export function emitVectors(catalogue: Catalogue): File[] {
  return [vectorFile('request', requestVectors(catalogue))]
}

/** One vector a line: short to read, and a change shows as one line. */
function vectorFile(name: string, vectors: readonly Vector[]): File {
  return {
    path: `vectors/${name}.json`,
    content: `[\n${vectors.map((vector) => JSON.stringify(vector)).join(',\n')}\n]\n`,
  }
}

function requestVectors(catalogue: Catalogue): Vector[] {
  const { models, languages } = catalogue
  const names = namesOf(catalogue)
  const refused = (id: string, body: JsonValue, rule: string, path: string): Vector => {
    const unknown = unknownModelOf(body, names)
    const message = {
      en: unknownModelMessage(unknown, languages.en),
      zh: unknownModelMessage(unknown, languages.zh),
    }
    const slots = usedSlots(rule, unknown.slots, languages)
    const finding: ExpectedFinding = { rule, path, severity: 'error', message, slots }
    return { id, body, valid: false, findings: [finding] }
  }
  const named = models.flatMap(({ id, displayName }) =>
    typeof displayName === 'string' && displayName !== id
      ? [refused(`display-name/${id}`, { model: displayName, prompt: 'a' }, 'model-unknown', '/model')]
      : [],
  )
  return [
    refused('body/null', null, 'body', ''),
    refused('body/array', [], 'body', ''),
    refused('body/text', 'prompt', 'body', ''),
    refused('body/number', 1, 'body', ''),
    refused('model/missing', { prompt: 'a' }, 'required', '/model'),
    refused('model/null', { model: null, prompt: 'a' }, 'null', '/model'),
    refused('model/type', { model: 1, prompt: 'a' }, 'type', '/model'),
    refused('model/empty', { model: '', prompt: 'a' }, 'model-unknown', '/model'),
    refused('model/unknown', { model: 'no-such-model', prompt: 'a' }, 'model-unknown', '/model'),
    refused('model/inherited-name', { model: 'toString', prompt: 'a' }, 'model-unknown', '/model'),
    ...models
      .slice(0, 1)
      .map(({ id }) => refused('model/padded', { model: ` ${id}`, prompt: 'a' }, 'model-unknown', '/model')),
    ...named,
  ]
}
