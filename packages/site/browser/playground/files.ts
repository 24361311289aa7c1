import type { MediaProbe } from '@model-tasks/validation'
import model from 'virtual:model'
import type { check, probe } from '../probe.js'
import { words } from './words.js'

interface ProbeModule {
  probe: typeof probe
  check: typeof check
}

const isProbe = (module: unknown): module is ProbeModule =>
  typeof module === 'object' && module !== null && 'probe' in module && 'check' in module

type Limits = Parameters<ProbeModule['check']>[1]

const isLimits = (module: unknown): module is { limits: Limits } =>
  typeof module === 'object' && module !== null && 'limits' in module

/** What became of a chosen file: a reference for the request, or why there is none. */
export type ChosenFile = { reference: string } | { problem: string }

/** Facts of the files of this page, by the reference that stands for them in the request. */
const facts = new Map<string, Omit<MediaProbe, 'parameter' | 'index'>>()

const dataUri = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(words.unreadable)))
    reader.readAsDataURL(file)
  })

/** What a parameter makes of a file: an asset, a data URI, or nothing where it accepts URLs alone. */
const wayOf = (accepts: readonly string[]): 'asset' | 'data' | undefined =>
  accepts.includes('asset') ? 'asset' : accepts.includes('data') ? 'data' : undefined

/**
 * Turns a chosen file into a reference: checks it against the limits of the parameter, then uploads it as an asset or
 * inlines it, as the parameter accepts. Nothing is uploaded that breaks a limit.
 */
export const referenceFor = async (
  file: File,
  to: {
    parameter: string
    references: string[]
    probeScript: string
    limitsScript: string
    upload: (file: File) => Promise<string>
  },
): Promise<ChosenFile> => {
  const parameter = model.parameters.find(({ name }) => name === to.parameter)
  const way = wayOf(parameter?.accepts ?? [])
  if (parameter === undefined || way === undefined) return { problem: words.urlsOnly }
  const load = async (script: string): Promise<unknown> => await import(new URL(script, location.href).href)
  const [module, limits] = await Promise.all([load(to.probeScript), load(to.limitsScript)])
  if (!isProbe(module) || !isLimits(limits)) throw new Error(words.unreadable)
  const known = await module.probe(file)
  if (known === undefined) return { problem: `${file.name}: ${words.unknownFormat}` }
  const index = to.references.length
  const findings = await module.check(model.id, limits.limits, [
    ...to.references.flatMap((reference, place): MediaProbe[] => {
      const earlier = facts.get(reference)
      return earlier === undefined ? [] : [{ ...earlier, parameter: parameter.name, index: place }]
    }),
    { ...known, parameter: parameter.name, index },
  ])
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    return { problem: errors.map(({ message }) => `${file.name}: ${message.replace(/^[^:]*: /, '')}`).join(' ') }
  const reference = way === 'asset' ? await to.upload(file) : await dataUri(file)
  facts.set(reference, known)
  return { reference }
}
