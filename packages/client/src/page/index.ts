/**
 * Loads the parts of the client that calls load when they first need them, but for the rules of models, files and downloads. A page calls
 * it as it begins, so that it has them when it is offline: Chromium does not ask again for a module that could not be loaded, until
 * the page is reloaded. Where there is no page, it loads nothing. Never rejects.
 */
export async function loadParts(): Promise<void> {
  if (!('document' in globalThis)) return
  await Promise.allSettled([
    import('../call/failures.js'),
    import('../call/methods.js'),
    import('../journal/record.js'),
    import('../journal/resume.js'),
    import('../service/events.js'),
    import('../service/extensions.js'),
    import('../submit/examine.js'),
    import('../submit/prepare.js'),
    import('../submit/send-again.js'),
    import('../transport/extended.js'),
    import('../wait/long-queries.js'),
  ])
}
