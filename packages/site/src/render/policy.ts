import { createHash } from 'node:crypto'

/**
 * Runs before the first paint: the chosen theme, and the marks that script is there and that the address asks something of
 * it. Unless the reader comes to a certain place of the page, the mark `first` lasts for one frame: what the styles
 * leave out under it is laid out once the top of the page has been painted.
 */
export const themeScript =
  '{const d=document.documentElement,c=d.classList;c.add("js",location.search&&"asked"||"js");try{const t=localStorage.getItem("theme");if(t)d.dataset.theme=t}catch{}if(!location.hash&&performance.getEntriesByType("navigation")[0]?.type=="navigate"){c.add("first");requestAnimationFrame(()=>setTimeout(()=>c.remove("first")))}}'

const hashes = new Map<string, string>()

/** The source of a policy that allows an inline script or style: the same few on all pages. */
const hash = (text: string): string => {
  const known = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  hashes.set(text, known)
  return known
}

/**
 * The content security policy of a page. Only a page with a playground may reach another host, and only when its reader
 * names one: the service to send to, and the result it answers with. `inlineStyles` is the style in the page itself.
 */
export const policyFor = (page: { playground: boolean; inlineStyles: string | undefined }): string => {
  const hosts = page.playground ? ' https: http://127.0.0.1:* http://localhost:*' : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(themeScript)}`,
    `style-src 'self'${page.inlineStyles === undefined ? '' : ` ${hash(page.inlineStyles)}`}`,
    `img-src 'self' data:${hosts}`,
    `media-src 'self' blob:${hosts}`,
    `connect-src 'self'${hosts}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
