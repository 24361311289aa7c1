import type { Step } from '../../diff/event.js'
import type { Json } from './catalogue.js'

/** One change that a maintainer might make by hand: what it needs, which rule says so, and what must prove it. */
export type HandMadeChange = [
  title: string,
  file: string,
  edit: (file: Json) => void,
  step: Step | undefined,
  rule: string | undefined,
  witness?: 'request' | 'file' | 'answer',
]

export const sd = 'models/sd_2.0_discount.schema.json'
export const zeta = 'models/zeta-H3-768p.schema.json'
export const every = 'models/every-kind.schema.json'
export const open = 'models/videos_10_0_0-720p.schema.json'
export const source = { section: 'sd_2.0_discount' }

/** An edit of one parameter; `a.b` is the member `b` of the object `a`. */
export function parameter(path: string, edit: (parameter: Json) => void): (file: Json) => void {
  return (file) => {
    edit(path.split('.').reduce((holder, name) => holder.properties![name]!, file))
  }
}

/** An edit that sets keywords of one parameter. */
export const set = (path: string, keywords: object): ((file: Json) => void) =>
  parameter(path, (found) => void Object.assign(found, keywords))

/** An edit that removes keywords of one parameter. */
export const unset = (path: string, ...keywords: string[]): ((file: Json) => void) =>
  parameter(path, (found) => {
    for (const keyword of keywords) Reflect.deleteProperty(found, keyword)
  })

export const top =
  (members: object): ((file: Json) => void) =>
  (file) =>
    void Object.assign(file, members)

export const required = (change: (names: string[]) => string[]): ((file: Json) => void) => top2('required', change)

function top2(key: string, change: (list: never) => unknown): (file: Json) => void {
  return (file) => void Object.assign(file, { [key]: change(file[key] as never) })
}

export const newParameter = { type: 'string', description: 'New.', 'x-source': source }

/** The condition and the facts of one rule of a model. */
export const rule =
  (edit: (entry: Json) => void): ((file: Json) => void) =>
  (file) => {
    edit(file.allOf![0]!)
  }

export const field =
  (name: string, keywords: object): ((file: Json) => void) =>
  (file) =>
    void Object.assign(file.properties![name]!, keywords)

export const limits = (name: string, change: (limits: Json[]) => unknown[]): ((file: Json) => void) =>
  parameter(
    name,
    (found) => void Object.assign(found['x-media']!, { limits: change(found['x-media']!.limits as never) }),
  )

export const shared =
  (name: string, edit: (definition: Json) => void): ((file: Json) => void) =>
  (file) => {
    edit(file.$defs![name]!)
  }
