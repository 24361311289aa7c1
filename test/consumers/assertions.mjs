import { readFile } from 'node:fs/promises'
import { generated } from './paths.mjs'

/**
 * A TypeScript file that compiles only when `SubmitRequest`, as a tool made it, accepts a minimal request of every
 * model and refuses the usual mistakes, when `TaskStatus` is the known states and a Task may have others. One statement a line, because `@ts-expect-error` reaches one line.
 */
export async function assertions(importPath) {
  const { models } = JSON.parse(await readFile(`${generated}/catalogue.json`, 'utf8'))
  const { components } = JSON.parse(await readFile(`${generated}/openapi.json`, 'utf8'))
  const lines = [
    `import type { SubmitRequest, Task, TaskStatus } from '${importPath}'`,
    'declare function submit(request: SubmitRequest): void',
  ]
  let count = 0
  const accept = (body) => lines.push(`submit(${JSON.stringify(body)})`) && count++
  const refuse = (why, body) => lines.push(`// @ts-expect-error ${why}`, `submit(${JSON.stringify(body)})`) && count++

  for (const model of models) {
    const minimal = components.schemas[model.codegenName].examples[0]
    accept(minimal)
    if (!model.reference) {
      accept({ ...minimal, anything: 1 })
      continue
    }
    const foreign = foreignParameter(models, model)
    refuse('a parameter of another model', { ...minimal, [foreign.name]: foreign.value })
    for (const parameter of model.parameters) {
      if (parameter.required) refuse(`${parameter.name} is required`, without(minimal, parameter.name))
      if (parameter.name === 'resolution')
        refuse('a resolution in the wrong case', { ...minimal, resolution: otherCase(parameter.values[0]) })
    }
    lines.push(
      `export function narrow${model.codegenName}(request: SubmitRequest) {`,
      `  if (request.model !== ${JSON.stringify(model.id)}) return`,
      `  const prompt: string = request.prompt`,
      `  // @ts-expect-error narrowed: not a parameter of this model`,
      `  return [prompt, request.${foreign.name}]`,
      '}',
    )
    count++
  }
  refuse('no such model', { model: 'sd_2.0', prompt: 'A boat' })
  lines.push(
    "export const known: TaskStatus[] = ['queued', 'processing', 'completed', 'failed']",
    '// @ts-expect-error not a state that the interface names',
    "export const invented: TaskStatus = 'paused'",
    "export const states: Task['status'][] = [...known, 'paused']",
    '// @ts-expect-error a state is a string',
    "export const notString: Task['status'] = 1",
    "export const created: Task['created'] = 1767225600",
    '// @ts-expect-error a timestamp is a number, not a bigint',
    "export const large: Task['created'] = 1767225600n",
  )
  count += 7
  return { text: `${lines.join('\n')}\n`, count }
}

/** A parameter that other models have and this one does not, with a value of its type. */
function foreignParameter(models, model) {
  const own = new Set(model.parameters.map((parameter) => parameter.name))
  const others = models.flatMap((other) => other.parameters).filter((parameter) => !own.has(parameter.name))
  const parameter =
    others.find(({ kind }) => kind === 'boolean') ??
    others.find(({ kind }) => kind === 'media') ??
    others.find(({ kind }) => kind === 'enum')
  const values = { boolean: true, media: ['https://example.com/first.png'], enum: parameter.values?.[0] }
  return { name: parameter.name, value: values[parameter.kind] }
}

function without(body, name) {
  const { [name]: _, ...rest } = body
  return rest
}

function otherCase(text) {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}
