import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import type { Finding } from '@model-tasks/validation'
import { connect } from '../connection/connection.js'
import { Problem } from '../failure/problem.js'
import { catalogue } from '../models/catalogue.js'
import { parameterFacts, typeName } from '../models/facts.js'
import { showCost } from '../request/cost.js'
import { formatFindings } from '../request/findings.js'
import { invalid } from '../request/invalid.js'
import { checkBody } from '../request/prepare.js'
import { withRequiredDefaults } from '../request/required-defaults.js'
import { readRequest } from '../request/words.js'
import { typed, type Session } from '../session.js'
import { edited, isEnter, Keys } from './keys.js'
import { pickModel } from './pick-model.js'

/**
 * Asks a person for a request: a model, what its parameters require, and, after its cost, whether to run it where it
 * `submits`. Returns the words that `run` takes, after printing the whole command. Throws a Problem where the answer is
 * no, and at Ctrl-C.
 */
export async function askRequest(session: Session, submits: boolean): Promise<string[]> {
  // A service that is not set is found before anything is asked.
  await connect(session.globals, session)
  const models = catalogue().models.filter(
    ({ reference, availability }) => reference && availability.status !== 'unavailable',
  )
  const keys = new Keys(session)
  try {
    const model = await pickModel(session, keys, models)
    note(session, 'model', model.id)
    const words = [model.id, ...(await askParameters(session, keys, model))]
    const { body } = await read(session, words)
    const filled = await withRequiredDefaults(model.id, body)
    const checked = await checkBody(model.id, filled, true)
    await keys.during(() => showCost(session, model.id, filled, checked))
    session.words = [...session.words, ...words]
    session.terminal.err(`${session.terminal.paint.err.faint('command')}  ${typed(session, session.words)}\n`)
    if (submits && !(await confirm(keys)))
      throw new Problem('not run; no task was accepted', 'stopped', [session.words])
    return words
  } finally {
    keys.end()
  }
}

function read(session: Session, words: readonly string[]): ReturnType<typeof readRequest> {
  return readRequest(words, { stream: session.input }, session.words)
}

/** Asks for parameters until the catalogue accepts the request. Returns their words. */
async function askParameters(session: Session, keys: Keys, model: Model): Promise<string[]> {
  const answers = new Map<string, readonly string[]>()
  const words = (): string[] => [...answers.values()].flat()
  let latest: Parameter | undefined
  for (;;) {
    const found = await findingOf(session, model, words())
    if (found === undefined) return words()
    const name = found instanceof Problem ? latest?.name : (found.parameter ?? found.path.split('/')[1])
    const parameter = model.parameters.find((each) => each.name === name)
    if (parameter === undefined)
      throw found instanceof Problem ? found : invalid(`the request for ${model.id}`, [found], model.id)
    const { terminal } = session
    if (found instanceof Problem) terminal.err(`${terminal.paint.err.bad('error ')}  ${found.message}\n`)
    else if (found.rule !== 'required' || answers.has(parameter.name)) terminal.err(formatFindings(terminal, [found]))
    answers.set(parameter.name, await askParameter(session, keys, parameter))
    latest = parameter
  }
}

/** The first error of a request as it is so far, or why it cannot be read. */
async function findingOf(
  session: Session,
  model: Model,
  words: readonly string[],
): Promise<Finding | Problem | undefined> {
  try {
    const { body } = await read(session, [model.id, ...words])
    const { findings } = await checkBody(model.id, await withRequiredDefaults(model.id, body), true)
    return findings.find(({ severity }) => severity === 'error')
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Asks for a parameter, an item at a time where it takes several. Returns its words. */
async function askParameter(session: Session, keys: Keys, parameter: Parameter): Promise<string[]> {
  const { name } = parameter
  const isList = typeName(parameter).endsWith('[]')
  const facts = [typeName(parameter), ...parameterFacts(parameter)].join('; ')
  session.terminal.err(
    `${name}  ${session.terminal.paint.err.faint(`${facts}${isList ? '; an empty line ends the list' : ''}`)}\n`,
  )
  const words: string[] = []
  for (;;) {
    const answer = await askLine(keys, `${name}: `)
    if (answer !== '') note(session, name, answer)
    if (answer !== '') words.push(wordOf(parameter, answer))
    if (!isList || answer === '') return words
  }
}

/** An answer as a word of the command line. One that would name a file or standard input there is meant as it is, except for media. */
function wordOf({ name, kind }: Parameter, answer: string): string {
  const isItem = kind === 'media' || kind === 'array' || kind === 'list'
  const wouldRead = answer === '-' || answer.startsWith('@')
  return !isItem && wouldRead ? `${name}:=${JSON.stringify(answer)}` : `${name}=${answer}`
}

async function askLine(keys: Keys, question: string): Promise<string> {
  for (let line = ''; ;) {
    const key = await keys.next([question + line])
    if (isEnter(key)) {
      keys.erase()
      return line.trim()
    }
    line = edited(line, key) ?? line
  }
}

/** A whole line, so that the rest of a prompt that was pasted in several lines confirms nothing. */
async function confirm(keys: Keys): Promise<boolean> {
  for (;;) {
    const answer = (await askLine(keys, 'run it? (y or n) ')).toLowerCase()
    if (/^(?:y|yes|n|no)$/.test(answer)) return answer.startsWith('y')
  }
}

/** Leaves an answer on the screen. */
function note({ terminal }: Session, name: string, answer: string): void {
  terminal.err(`${terminal.paint.err.faint(`${name}:`)} ${answer}\n`)
}
