import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiskFileStore } from '../../../keep/files/disk.js'
import type { FileStore } from '../../../domain/files/file-store.js'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { systemClock, type Clock } from '@model-tasks/client/policy'
import type { UpstreamProvider } from '../../../domain/provider/provider.js'
import { byKind } from '../../../domain/task/record.js'
import { openCredentials } from '../credentials/open.js'
import type { ValueListStore } from '../../../keep/store/value-list-store.js'
import type { RecordShape } from '../shape-recorder.js'
import { identityOf } from '../upstream-identity.js'
import { collectResult } from './collect.js'
import { upstreamModelOf } from '../upstream-model.js'
import { mappedBody } from './body.js'
import { cancel } from './cancel.js'
import { vendorUrl, type Connection } from './connection.js'
import { resultTimeout } from './exchange.js'
import type { MappedUpstream } from './upstream.js'
import { HeldResults } from './held-results.js'
import { historyOf, listsTasks } from './history.js'
import { testModels } from './model-probe.js'
import { TaskPoller } from './poll.js'
import { ownFolder } from './bucket-objects.js'
import { probe } from './probe.js'
import { formatReference } from '../../../domain/provider/reference.js'
import { prepare, submit } from './submit.js'
import { ValueLists } from './value-lists.js'
import { ownKey } from './webhook-keys.js'
import { webhookReader } from './webhooks.js'
import { taskIn } from './task-in.js'
import { ToldLimits } from './told-limits.js'
import { withStatuses } from './with-statuses.js'

/** Effects, for tests to replace. */
export interface MappedParts {
  fetch?: typeof fetch
  /** Fetches results from URLs that an upstream has answered. */
  fetchResult?: typeof fetch
  /** Fetches files that requests name by their URLs; default: as `fetch`. */
  fetchMedia?: typeof fetch
  /** Asks the server that exchanges a key for a token. */
  fetchToken?: typeof fetch
  /** Asks other hosts of the vendor for what is public: the keys that webhooks are signed with, and models. */
  fetchKeys?: typeof fetch
  /** Where the upstream is to tell of a task; undefined: it is not asked to. */
  webhookUrl?: ((taskId: string) => string) | undefined
  clock?: Clock
  /** How large a file may be, in bytes; default: 4 GiB. */
  maxFileBytes?: number
  /** Opens where results wait that were in the answer to a submit; default: a folder of the system's temporary one. */
  openFiles?: (() => Promise<FileStore>) | undefined
  /** Where lists of values are kept that were read last; undefined: in memory alone. */
  valueLists?: ValueListStore | undefined
  /** Takes each status that the mapping does not know. */
  reportUnknownStatus?: ((status: string) => void) | undefined
  /** Takes the shape of each answer. */
  record?: RecordShape | undefined
}

/**
 * Forwards tasks to an upstream of a mapped protocol. One request per call of the port; nothing is repeated here. A
 * request that the upstream cannot carry is rejected before anything is sent. Throws `KeyFormError`.
 */
export function mappedProvider(vendor: Mapping, upstream: MappedUpstream, parts: MappedParts = {}): UpstreamProvider {
  const {
    fetch: send = fetch,
    fetchResult = send,
    fetchMedia = send,
    fetchToken = send,
    fetchKeys = send,
    webhookUrl,
    clock = systemClock,
    maxFileBytes = 2 ** 32,
    record,
    reportUnknownStatus,
  } = parts
  const mapping = withStatuses(vendor, upstream.statuses ?? {})
  const baseUrl = upstream.baseUrl.replace(/\/+$/, '')
  const credentials = openCredentials(mapping.authentication, upstream.apiKey, {
    fetch: fetchToken,
    clock,
    region: upstream.region,
    vendorUrl: (url) => vendorUrl({ mapping, baseUrl }, url),
  })
  const connection: Connection = {
    mapping,
    baseUrl,
    credentials,
    fetch: send,
    fetchMedia,
    clock,
    limits: new ToldLimits(clock),
    record,
    reportUnknownStatus,
    webhookUrl,
    resultsFolder: ownFolder(mapping, upstream.resultsFolder),
    region: upstream.region,
    webhookKey: ownKey(mapping, upstream.webhookSecret, webhookUrl !== undefined),
  }
  const identity = identityOf({ protocol: mapping.protocol, baseUrl, apiKey: upstream.apiKey })
  const lists = new ValueLists(connection, parts.valueLists && { store: parts.valueLists, identity })
  const held = new HeldResults(parts.openFiles ?? temporaryFiles)
  const poller = new TaskPoller(connection, held)
  return {
    kind: 'upstream',
    name: upstream.name,
    takesAssets: false,
    keptKeys: async () =>
      mapping.idempotency !== undefined && {
        time: mapping.idempotency.keptSeconds * 1000,
        since: undefined,
        heard: true,
      },
    unsupported(request) {
      const mapped = mappedBody(connection, upstream, request)
      return [...('rejections' in mapped ? mapped.rejections : []), ...lists.unsupported(request)]
    },
    ...(mapping.valueLists === undefined ? {} : { valueLists: (model, signal) => lists.current(model, signal) }),
    ...(needsFiles(mapping) ? { prepare: (task, signal) => prepare(connection, upstream, task, signal) } : {}),
    submit: (task, files) => submit(connection, upstream, held, task, files),
    ...(holdsResults(mapping) ? { submitTime: resultTimeout } : {}),
    polling: { interval: 1000 * mapping.pollSeconds, deadline: 1000 * mapping.deadlineSeconds },
    ...(mapping.rateLimits?.headers === undefined ? {} : { limits: connection.limits }),
    get pollBatch() {
      return poller.batch
    },
    poll: (references, signal) => poller.poll(references, signal),
    collect: (task, directory, signal) =>
      collectResult({ connection, held, fetchResult, maxFileBytes }, task, directory, signal),
    ...(mapping.probe === undefined && !credentials.checked ? {} : { probe: () => probe(connection) }),
    testModels: (models) => testModels(connection, upstream, models, fetchKeys),
    ...(listsTasks(mapping) ? { history: (since, signal) => historyOf(connection, since, signal) } : {}),
    cancel: (reference) => cancel(connection, reference),
    ...(mapping.webhooks === undefined ? {} : { judgeWebhook: webhookReader(connection, mapping.webhooks, fetchKeys) }),
    async recover({ id, kind, model }) {
      const operation = mapping.operations[kind]
      if (operation === undefined || operation.query !== undefined || !(await held.has(id))) return undefined
      return formatReference({ kind, model: upstreamModelOf(upstream, model), id })
    },
    async forget(reference) {
      const task = taskIn(mapping, reference)
      if (task !== undefined && task.operation.query === undefined) await held.drop(task.parsed.id)
    },
    close: () => held.close(),
  }
}

/** Whether files are uploaded, or fetched, before a task is submitted. */
function needsFiles({ upload, operations }: Mapping): boolean {
  return upload !== undefined || byKind(operations).some(([, { rows }]) => rows.some(({ file }) => file === true))
}

const temporaryFiles = async (): Promise<FileStore> =>
  new DiskFileStore(await mkdtemp(join(tmpdir(), 'model-tasks-files-')))

/** Whether some submits are answered with the result. */
function holdsResults({ operations }: Mapping): boolean {
  return byKind(operations).some(([, { id }]) => id === undefined)
}
