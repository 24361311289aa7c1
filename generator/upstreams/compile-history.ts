import { pointerSteps } from '../load/pointer.js'
import type { UpstreamOperation } from '../spec-types/files/upstream.js'
import { compilePath } from './compile-path.js'
import type { History, NextPage } from './interpreter/history.js'
import type { ServedList } from './interpreter/served.js'

type Source = NonNullable<UpstreamOperation['history']>

/** The lists of an account, with every pointer and path resolved. */
export function compileHistory({ paths, items, within, created, size, next }: Source): History {
  return {
    paths: paths.map(compilePath),
    items: pointerSteps(items),
    within: within === undefined ? [] : pointerSteps(within),
    created: { at: pointerSteps(created.at), as: created.as },
    ...(size === undefined ? {} : { size }),
    next: compileNext(next),
  }
}

function compileNext({ by, parameter, at, more }: Source['next']): NextPage {
  if (by === 'url') return { by, parameter, at: pointerSteps(at ?? '') }
  return { by, parameter, ...(more === undefined ? {} : { more: pointerSteps(more) }) }
}

/** What clients of the vendor send and read besides, where they list tasks. */
export function compileServedList({
  implied = {},
  told,
}: NonNullable<NonNullable<UpstreamOperation['served']>['list']>): ServedList {
  return {
    implied,
    told: told.map(({ at, constant, fact }) => ({
      at: pointerSteps(at),
      from: fact === undefined ? { kind: 'constant', value: constant ?? null } : { kind: fact },
    })),
  }
}
