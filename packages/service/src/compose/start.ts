import { AssetUploads } from '../admit/asset-uploads.js'
import { existsSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { modelIds } from '@model-tasks/spec'
import type { Report } from '@model-tasks/validation'
import { ensureLocalAccount, writeLocalCredentials } from '../admit/accounts/local-account.js'
import { catalogueModels } from '../domain/catalogue-models.js'
import { neverBack, systemClock, type Clock } from '../base/clock.js'
import { openDataFolder, unusableFolder } from '../keep/data/folder.js'
import { lockFolder } from '../keep/data/folder-lock.js'
import { persistentSecret } from '../keep/data/secret.js'
import { Scheduler } from '../run/engine/scheduler.js'
import { AskedRecord } from '../keep/files/asked-record.js'
import { DiskFileStore } from '../keep/files/disk.js'
import { filePlace } from '../keep/files/place.js'
import { RecordedTimeline } from '../keep/files/recorded-timeline.js'
import { buildApp } from './app.js'
import type { RunningService } from './running-service.js'
import { Readiness } from '../keep/store/readiness.js'
import { closerOf } from '../edge/http/close.js'
import type { HttpContext, Stage } from '../edge/http/context.js'
import { ProcessRequests } from './process-requests.js'
import { openedProviders, upstreamChanger, upstreamWebhooks } from './providers.js'
import { listen, listenForMetrics, urlOf } from './listen.js'
import { metricsOnDemand } from './metrics-on-demand.js'
import { silentLog, type Log } from '../base/log.js'
import { remoteMediaCheck, type CheckMedia } from '../admit/media/media-check.js'
import { Protocols } from '../settings/protocols.js'
import type { Provider } from '../domain/provider/provider.js'
import type { ProviderSet } from '../domain/provider/provider-set.js'
import { WebhookAddresses } from '../run/provider/webhooks/addresses.js'
import { packageVersion } from '../base/package-folder.js'
import { resultUrls } from '../keep/results/result-url.js'
import { UrlSigner } from '../keep/results/url-signer.js'
import { defaultSettings, type Settings, type Webhook } from '../settings/settings.js'
import { installationId } from '../admit/accounts/declared-id.js'
import { keysKept, Retention } from '../run/retention.js'
import { DatabaseClock } from '../keep/store/database-clock.js'
import { openStores } from '../keep/store/open.js'
import type { Stores } from '../keep/store/stores.js'
import { ProofSigner } from '../edge/operator/proof.js'
import { receiversOf } from '../domain/webhooks.js'
import { Outbox } from '../keep/store/outbox.js'
import { QueuePlaces } from '../run/queue-places.js'
import { Watermark } from '../keep/store/watermark.js'
import { takeOver, whenLeft } from './take-over.js'
import { TaskWaits } from '../run/task-waits.js'
import { EventFeed } from '../run/event-feed.js'
import { RequestFigures } from '../run/telemetry/request-figures.js'
import { UpstreamFigures } from '../run/telemetry/upstream-figures.js'
import type { Resolve } from '../base/net/guarded-fetch.js'
import type { Target } from '../run/webhooks/receiver.js'
import { Alerts } from '../run/webhooks/alerts.js'
import { alertTarget, callbackTarget, webhookTarget } from '../run/webhooks/targets.js'
import { Webhooks } from '../run/webhooks/webhooks.js'
import { LiveSettings } from '../settings/live-settings.js'
import { reload, type ReloadOutcome } from '../settings/reload.js'

/** How long services of one database may have different settings while they are replaced one by one, in milliseconds. */
const rolloutTime = 600_000

/** A connection each: enough for a site with ten thousand open pages, and no account can take them all. */
const waitLimits = { total: 10_000, perAccount: 4000 }

/** A connection each, which stays: for programs and open consoles, not for each user of a site. */
const feedLimits = { total: 4000, perKey: 100 }

/** Parts that tests and programs may put in place of the usual ones. */
export interface ServiceParts {
  clock?: Clock
  log?: Log
  /** One provider for every model, or several with a queue each. */
  provider?: Provider | ProviderSet
  checkMedia?: CheckMedia
  /** Finds the hosts of callbacks. */
  resolve?: Resolve
  /** How long a process that shares a database counts as alive after a heartbeat, in milliseconds. */
  lifetime?: number
  /** The name under which operators drain this process; its host and number where there is none. */
  processName?: string
  /** Reads the settings anew. Throws where anything is wrong with them. Left out: they stay as they are until the next start. */
  reread?: () => Settings
  /** False: every request goes through the framework, also those that are answered faster without it. */
  fastPath?: boolean
}

/**
 * Starts a service; it answers once this resolves. Throws `SettingsError` with one line for the operator when a
 * setting cannot be used, such as a port or a folder in use.
 */
export async function startService(
  settings: Partial<Settings> = {},
  parts: ServiceParts = {},
): Promise<RunningService> {
  const closing: (() => void | Promise<void>)[] = []
  try {
    return await assemble({ ...defaultSettings, ...settings }, parts, closing)
  } catch (error) {
    for (const close of closing.reverse()) await close()
    throw error
  }
}

async function assemble(
  settings: Settings,
  parts: ServiceParts,
  closing: (() => void | Promise<void>)[],
): Promise<RunningService> {
  const machine = parts.clock ?? systemClock
  const clock = new DatabaseClock(machine)
  const log = parts.log ?? silentLog
  const protocols = new Protocols(settings.protocols)
  await protocols.check()
  const folder = openDataFolder(settings.dataDirectory)
  const lock = await lockFolder(folder.root).catch((error: unknown) => {
    throw unusableFolder(folder.root, error)
  })
  closing.push(() => {
    lock.release()
  })
  const outbox = new Outbox(settings.webhooks, () => clock.now())
  const dueTime = neverBack(clock)
  const stores = await openStores(settings, { outbox, now: dueTime, lifetime: parts.lifetime })
  closing.push(() => stores.close())
  await clock.follow(stores, log)
  closing.push(() => clock.close())
  rmSync(folder.work, { recursive: true, force: true })
  await mkdir(folder.work, { recursive: true, mode: 0o700 })
  const { newKey, writeCredentials } = await localAccess(folder.credentials, stores, clock)
  const version = packageVersion()
  const tracing = settings.tracing
    ? (await import('../run/telemetry/open-telemetry.js')).openTelemetry(version)
    : undefined
  const secret = (await stores.urlSecret?.()) ?? persistentSecret(folder.secret)
  const addresses = settings.publicUrl === undefined ? undefined : new WebhookAddresses(secret, settings.publicUrl)
  const { metricsLines: lines } = settings
  const opening = { settings, log, addresses, tracing, valueLists: stores.valueLists }
  const observed = { ...opening, figures: new UpstreamFigures(lines), clock }
  const providers = await openedProviders(parts.provider, observed)
  closing.push(() => providers.close())
  const files = await filePlace(settings).open()
  closing.push(() => {
    files.close()
  })
  const installation = installationId(secret)
  const recorded = new RecordedTimeline({ files, installation, elapsed: () => machine.elapsed() })
  const watermark = new Watermark(stores.restored, machine)
  closing.push(() => watermark.close())
  const asked = new AskedRecord({
    ...{ files, installation, clock: machine, now: () => machine.now() },
    ...{ keepTasks: settings.keepTasks, timeline: recorded, watermark },
  })
  closing.push(() => asked.close())
  // Processes of a version without the record may go on beside this one for a while.
  const record = await asked.open(machine.now() + (stores.shared ? rolloutTime : 0))
  const inFolder = new DiskFileStore(folder.files)
  await takeOver({ stores, files, folder: inFolder, recorded, installation, record, clock: machine, log })
  await watermark.follow(record)
  const { tasks, queue, runs } = stores
  const engine = new Scheduler({
    tasks,
    queue,
    runs,
    operator: stores.operator,
    files,
    clock,
    random: Math.random,
    ...{ log, times: observed.figures, asked },
    workDirectory: folder.work,
    unknownOutcomeDeadline: settings.unknownOutcomeDeadline,
    rolloutTime: stores.shared ? rolloutTime : 0,
    providers,
    models: modelIds,
  })
  closing.push(() => engine.close(settings.shutdownTimeout))
  const live = new LiveSettings(settings, {
    rereadProtocols: (changed) => protocols.reread(changed),
    reroute: (routing) => {
      providers.reroute(routing)
    },
    prepare: parts.provider ? undefined : upstreamChanger(observed, providers, engine),
  })
  const { keep, keepTasks } = settings
  const retention = new Retention({
    tasks,
    deliveries: stores.deliveries,
    keys: stores.keys,
    budgets: stores.budgets,
    assets: stores.assets,
    files,
    asked,
    clock: machine,
    databaseTime: stores.databaseTime,
    log,
    keep,
    keepTasks,
  })
  closing.push(() => retention.close())
  const waits = new TaskWaits({ clock: machine, log, limits: waitLimits, changed: (waited) => tasks.changed(waited) })
  closing.push(() => waits.close())
  const places = new QueuePlaces({ lines: stores.lines, clock: machine, log, engine })
  const feed = new EventFeed({ clock: machine, log, limits: feedLimits, events: stores.events })
  closing.push(() => feed.close())
  let stage: Stage = 'starting'
  const requests = new RequestFigures()
  const openedMetrics = metricsOnDemand({
    ...{ stores, requests, upstreams: observed.figures, engine, version, lines },
    ...{ clock, machine },
  })
  const siteDirectory = existsSync(join(settings.siteDirectory, 'index.html')) ? settings.siteDirectory : undefined
  const signer = new UrlSigner(secret, settings.resultUrlLifetime, clock)
  const app = await buildApp({
    version,
    clock,
    log,
    ...stores,
    assets: providers.takesAssets ? stores.assets : undefined,
    uploads: new AssetUploads({ assets: stores.assets, files, limits: live.assetLimits, clock, log }),
    vendorModels: live.vendorModels,
    repeatWindow: settings.repeatWindow,
    callbacks: settings.callbacks,
    files,
    engine,
    waits,
    places,
    feed,
    models: catalogueModels((model) => providers.lanesFor(model).length > 0),
    unsupported: (request) => providers.unsupported(request),
    valueLists: providers,
    outOfReach: (model, url) => providers.outOfReach(model, url),
    check: checkOnDemand(clock),
    checkMedia: parts.checkMedia ?? mediaCheckOf(settings),
    prices: live.prices,
    fallbacks: live.fallbacks,
    protocols,
    signer,
    fastPath: parts.fastPath ?? true,
    publicUrl: settings.publicUrl,
    rateLimit: settings.rateLimit,
    siteDirectory,
    installation,
    keysKeptSeconds: keysKept(settings) / 1000,
    keep: settings.keep,
    webhooks: settings.webhooks.length > 0,
    upstreamWebhooks: addresses && upstreamWebhooks(addresses, providers, engine),
    requests,
    tracing,
    metrics: openedMetrics,
    operator:
      settings.adminKey === undefined
        ? undefined
        : {
            ...stores,
            key: settings.adminKey,
            engine,
            clock,
            signer,
            files,
            places,
            proofs: new ProofSigner(secret),
            version,
            provider: providers.name,
            secure: settings.publicUrl?.startsWith('https:') === true,
            models: modelIds,
            upstreams: () => live.upstreams,
            identity: (queue) => providers.lanes.find((lane) => lane.queue === queue)?.identity,
            receivers: receiversOf(settings),
          },
    metricsKey: settings.metricsKey,
    stage: () => stage,
    readiness: new Readiness({ ...stores, clock }),
  })
  closing.push(closerOf(app))
  const url = await listen(app, settings)
  if (settings.metricsPort !== undefined) {
    const scrapes = await listenForMetrics(settings, settings.metricsPort, openedMetrics)
    closing.push(() => void scrapes.close())
    log.info('the metrics are answered', { url: urlOf(scrapes, settings.metricsHost, settings.metricsPort) })
  }
  const key = await writeCredentials(`${settings.publicUrl ?? url}/api`, newKey)
  const webhooks = new Webhooks(targetsOf(live, stores, parts.resolve), {
    tasks,
    budgets: stores.budgets,
    deliveries: stores.deliveries,
    clock,
    storeTime: stores.databaseTime ?? (async () => dueTime()),
    log,
    resultUrls: (task) => resultUrls(task, settings.publicUrl ?? url, signer),
    ...{ tracing, random: Math.random },
  })
  outbox.onEnded((tasks) => {
    waits.tell(tasks)
    feed.wake()
    webhooks.wake()
  })
  closing.push(() => webhooks.close(settings.shutdownTimeout))
  await webhooks.start()
  const alerts = new Alerts({
    ...{ budgets: stores.budgets, receivers: outbox.alertReceivers(), clock, log },
    onAnnounced: () => {
      webhooks.wake()
    },
  })
  closing.push(() => alerts.stop())
  alerts.start()
  const leaveNow = async (): Promise<void> => {
    stage = 'leaving'
    await Promise.all([waits.close(), feed.close()])
    await clock.delay(live.drain)
    stage = 'draining'
  }
  let left: Promise<void> | undefined
  const leave = (): Promise<void> => (left ??= leaveNow())
  let reloaded: Promise<unknown> = Promise.resolve()
  const reloadNow = (): Promise<ReloadOutcome> => {
    const running = (upstream: string): number => engine.health().find(({ queue }) => queue === upstream)?.running ?? 0
    const outcome = reloaded.then(() =>
      reload({ ...{ running, log }, read: parts.reread, take: (next) => live.take(next) }),
    )
    reloaded = outcome
    return outcome
  }
  const requested = new ProcessRequests({
    ...{ processes: stores.processes, engine, clock: machine, log },
    name: parts.processName ?? `${hostname()}:${process.pid}`,
    async drain() {
      await leave()
      await engine.drain(settings.shutdownTimeout)
    },
    reload: reloadNow,
  })
  closing.push(() => requested.close())
  await engine.start()
  await requested.start()
  retention.start()
  waits.start()
  feed.start()
  stage = 'serving'
  log.info('the service answers', { url, provider: providers.name })
  const stop = async (): Promise<void> => {
    await leave()
    await engine.close(settings.shutdownTimeout)
    for (const close of closing.splice(0).reverse()) await close()
    log.info('the service has stopped')
  }
  let stopped: Promise<void> | undefined
  return {
    databaseLeft: whenLeft(stores, watermark, log),
    url,
    baseUrl: `${url}/api`,
    newKey: key,
    dataDirectory: folder.root,
    servesSite: siteDirectory !== undefined,
    reload: reloadNow,
    close: () => (stopped ??= stop()),
  }
}

/** Who is told of the ends of tasks: as at the start, with the secrets of now. */
function targetsOf(live: LiveSettings, { deliveries }: Stores, resolve: Resolve | undefined): Target[] {
  const { webhooks, callbacks } = live
  const signing = (webhook: Webhook) => () => live.webhooks.find(({ name }) => name === webhook.name) ?? webhook
  return [
    ...webhooks.map((webhook) => webhookTarget(webhook, signing(webhook))),
    ...webhooks.map((webhook) => alertTarget(webhook, signing(webhook))).filter((target) => target !== undefined),
    ...(callbacks === undefined ? [] : [callbackTarget(() => live.callbacks ?? callbacks, deliveries, resolve)]),
  ]
}

/** The sandbox needs no network, so that by itself only a relay looks at the files of a request. */
function mediaCheckOf({ checkMedia, provider }: Settings): CheckMedia | undefined {
  return (checkMedia ?? provider === 'relay') ? remoteMediaCheck() : undefined
}

/** The validators of all models, loaded with the first request: they are not needed to answer that the service is there. */
function checkOnDemand(clock: Clock): HttpContext['check'] {
  let check: ((body: unknown, options: { now: number }) => Report) | undefined
  return async (body) => {
    check ??= (await import('@model-tasks/validation/all')).checkRequestSync
    return check(body, { now: clock.now() })
  }
}

/** Services that share a database come and go with empty folders: a new key for each of them would be too many. */
async function localAccess(path: string, { accounts, keys, shared }: Stores, clock: Clock) {
  const newKey = await ensureLocalAccount({ accounts, keys }, shared, clock)
  return {
    newKey,
    writeCredentials: (baseUrl: string, key: string | undefined) =>
      writeLocalCredentials(path, { baseUrl, newKey: key, renewKey: !shared }, keys, clock),
  }
}
