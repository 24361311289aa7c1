import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'

/**
 * Chromium for tests, from npm packages alone: nothing is taken from the machine but its C library.
 *
 * The package holds brotli archives. They are unpacked once a user into a cache in the temporary folder
 * (about 200 MB), beside a fontconfig file that adds the Chinese font of the workspace to those of the machine.
 */
const require = createRequire(import.meta.url)
// By the package's name, since other folders bundle this file into a cache of their own.
const chineseFont = join(dirname(require.resolve('@model-tasks/sandbox')), '..', 'fonts', 'NotoSansSC-Regular.ttf.br')

const chromiumFolder = (): string => dirname(dirname(dirname(require.resolve('@sparticuz/chromium'))))

const packageVersion = async (folder: string): Promise<string> => {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}

const untarBrotli = async (archive: string, folder: string): Promise<void> => {
  const file = join(folder, `${basename(archive)}.tar`)
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(file))
  const tar = spawn('tar', ['-x', '-f', file, '-C', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(tar, 'close')
  if (code !== 0) throw new Error(`tar left with code ${String(code)} on ${archive}`)
  await rm(file)
}

const fontsXml = (folders: string[], cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${cache}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family><family>Noto Sans SC</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family><family>Noto Sans SC</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family><family>Noto Sans SC</family></prefer></alias>
</fontconfig>
`

const unpackInto = async (draft: string, target: string): Promise<void> => {
  const bin = join(chromiumFolder(), 'bin')
  await Promise.all([
    untarBrotli(join(bin, 'al2023.tar.br'), draft),
    untarBrotli(join(bin, 'fonts.tar.br'), draft),
    untarBrotli(join(bin, 'swiftshader.tar.br'), draft),
    pipeline(
      createReadStream(join(bin, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(draft, 'chromium')),
    ),
  ])
  await pipeline(
    createReadStream(chineseFont),
    createBrotliDecompress(),
    createWriteStream(join(draft, 'fonts', 'NotoSansSC-Regular.ttf')),
  )
  await chmod(join(draft, 'chromium'), 0o755)
  await mkdir(join(draft, 'tmp'), { recursive: true })
  const fonts = fontsXml([join(target, 'fonts'), '/usr/share/fonts'], join(target, 'tmp', 'fontconfig'))
  await writeFile(join(draft, 'fonts.conf'), fonts)
}

const unpack = async (target: string): Promise<void> => {
  const draft = await mkdtemp(`${target}-`)
  try {
    await unpackInto(draft, target)
    // Two processes may unpack at once: the one that comes second throws its copy away.
    await rename(draft, target).catch(() => undefined)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Unpacks Chromium when this user has no copy of this version yet, and answers the folder it is in. */
export const chromiumHome = async (): Promise<string> => {
  const version = await packageVersion(chromiumFolder())
  const cache = process.env['TEST_CACHE'] ?? tmpdir()
  const target = join(cache, `model-tasks-chromium-${version}-2-${userInfo().uid}`)
  if (!existsSync(join(target, 'chromium'))) await unpack(target)
  return target
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--hide-scrollbars',
]

/** Milliseconds that Chromium may take for one thing: it bounds what hangs, and a busy machine stays far below. */
const patience = 240_000

/** Starts headless Chromium. The caller closes it; its profile lives and dies in a temporary folder of its own. */
export const launchBrowser = async (extraFlags: string[] = []): Promise<Browser> => {
  const home = await chromiumHome()
  const browser = await chromium.launch({
    timeout: patience,
    executablePath: join(home, 'chromium'),
    headless: true,
    args: [...flags, ...extraFlags],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(home, 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
      TMPDIR: join(home, 'tmp'),
      HOME: join(home, 'tmp'),
    },
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(patience)
    return context
  }
  return browser
}
