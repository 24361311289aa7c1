import { html, type Html, type HtmlValue } from '../html.js'

const sections = [
  ['/console', 'Overview'],
  ['/console/tasks', 'Tasks'],
  ['/console/webhooks', 'Webhooks'],
  ['/console/dead-letters', 'Dead letters'],
  ['/console/accounts', 'Accounts'],
  ['/console/processes', 'Processes'],
  ['/console/record', 'Record'],
] as const

/** A whole page. `at`: its section. What is within `live` is renewed by the script of the console. */
export function page(title: string, at: string, content: HtmlValue): Html {
  return html`<!doctype html>
    <html lang="en">
      ${head(title)}
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <p class="brand"><a href="/console">Model Tasks</a> console</p>
          <nav aria-label="Sections">
            ${sections.map(([href, name]) =>
              href === at
                ? html`<a href="${href}" aria-current="page">${name}</a>`
                : html`<a href="${href}">${name}</a>`,
            )}
          </nav>
          <form method="post" action="/console/sign-out"><button class="quiet">Sign out</button></form>
        </header>
        <main id="main" tabindex="-1">${content}</main>
        <script src="/console/console.js" defer></script>
      </body>
    </html>`
}

/** The page that asks for the key. */
export function signInPage(message: string | undefined): Html {
  return html`<!doctype html>
    <html lang="en">
      ${head('Sign in')}
      <body class="narrow">
        <main id="main">
          <h1>Model Tasks console</h1>
          ${message === undefined ? undefined : html`<p class="error" role="alert">${message}</p>`}
          <form method="post" action="/console/sign-in" class="sign-in">
            <label for="key">Admin key</label>
            <input id="key" name="key" type="password" autocomplete="current-password" required autofocus />
            <label for="name">Your name (optional)</label>
            <input id="name" name="name" autocomplete="name" maxlength="60" aria-describedby="name-hint" />
            <p class="hint" id="name-hint">It stands in the record of what operators did.</p>
            <p class="hint" id="hint">
              The key of <code>MODEL_TASKS_ADMIN_KEY</code>. The session ends after 12 hours.
            </p>
            <button>Sign in</button>
          </form>
        </main>
      </body>
    </html>`
}

/** The page of a service without a key for the console. */
export function closedPage(): Html {
  return html`<!doctype html>
    <html lang="en">
      ${head('Console')}
      <body class="narrow">
        <main id="main">
          <h1>The console is off</h1>
          <p>Set a key for it and start the service again:</p>
          <pre tabindex="0"><code>export MODEL_TASKS_ADMIN_KEY=$(openssl rand -base64 32)</code></pre>
        </main>
      </body>
    </html>`
}

function head(title: string): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · Model Tasks console</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/console/console.css" />
  </head>`
}

/** A table that scrolls by itself where it is wider than the screen. A column that begins with # holds numbers. */
export function table(caption: string, columns: readonly string[], rows: readonly Html[], empty: string): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption class="sr">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) =>
            column.startsWith('#')
              ? html`<th scope="col" class="number">${column.slice(1)}</th>`
              : html`<th scope="col">${column}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** A status with its word, which a colour only repeats. */
export function badge(status: string): Html {
  return html`<span class="badge ${status}">${status}</span>`
}

/** A time as people read it, in UTC. */
export function time(milliseconds: number): Html {
  const iso = new Date(milliseconds).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

/** A duration as people read it. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
