// Part of the bundles (`bundle.js`), where the framework is a file of its own beside them.
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/* global frameworkFile -- its name, which `bundle.js` puts in */

/** Milliseconds after which a start has compiled what it needs. */
const startTime = 5000
/** The bytes of a digest. */
const digestBytes = 32

/** The framework and the log: a quarter of a start went into compiling them. */
export const framework = load(fileURLToPath(new URL(frameworkFile, import.meta.url)))

/**
 * Loads a file of CommonJS that has no dynamic import. What V8 compiles of it is kept for the next start: by Node 22.8 and
 * later, else beside the file, where only those can write who can change the code itself. V8 rejects what another version
 * of it has made. Of the code it compares the length alone, so that the file's name has to hold a digest; and it crashes on
 * what a disk has damaged, so that what is kept begins with a digest of itself.
 */
function load(file) {
  if (module.enableCompileCache !== undefined) return createRequire(file)(file)
  const kept = `${file}.${process.version}-${process.arch}.compiled`
  const cachedData = intact(kept)
  const script = new Script(`(function (exports, require) {${readFileSync(file, 'utf8')}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  })
  const exports = {}
  script.runInThisContext()(exports, createRequire(file))
  if (cachedData === undefined || script.cachedDataRejected) {
    const keepNow = () => {
      clearTimeout(timer)
      process.off('exit', keepNow)
      keep(kept, script.createCachedData())
    }
    const timer = setTimeout(keepNow, startTime).unref()
    process.once('exit', keepNow)
  }
  return exports
}

/** What `keep` stored; undefined when nothing is there, or when it is no longer what was stored. */
function intact(file) {
  try {
    const stored = readFileSync(file)
    const content = stored.subarray(digestBytes)
    return stored.subarray(0, digestBytes).equals(digestOf(content)) ? content : undefined
  } catch {
    return undefined
  }
}

function digestOf(content) {
  return createHash('sha256').update(content).digest()
}

/** Whole or not at all, also when the machine stops. */
function keep(path, content) {
  const part = `${path}.${process.pid}`
  try {
    const file = openSync(part, 'wx')
    try {
      writeFileSync(file, Buffer.concat([digestOf(content), content]))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(part, path)
  } catch {
    // Installed where this user may not write, or the disk is full: the next start compiles again.
    try {
      rmSync(part, { force: true })
    } catch {
      // In an archive, as Yarn's Plug'n'Play keeps packages, that fails even where nothing is there.
    }
  }
}
