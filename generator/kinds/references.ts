/** Absolute http and https URLs in their many forms. */
export const goodUrls = [
  'http://example.com',
  'HTTPS://EXAMPLE.COM/A.PNG',
  'https://user:word@example.com:8443/a%20b.png?x=1#y',
  'https://例子.测试/图片.png',
  'http://127.0.0.1:8787/a.png',
  'http://[::1]/a.png',
]

/** Strings that are not such a URL. */
export const badUrls = [
  '',
  'a.png',
  '/a.png',
  '//example.com/a.png',
  'https://',
  'https:///a.png',
  'http:example.com',
  'ftp://example.com/a.png',
  'file:///a.png',
  'https://exa mple.com/a.png',
  'https://example.com/a b.png',
  ' https://example.com/a.png',
  'javascript:alert(1)',
  'https://example.com/a.png\u3000',
]

export const dataUrl = 'data:image/png;base64,iVBORw0KGgo='

/** The address of an example file for one item of a media parameter. */
export function exampleUrl(name: string, extension: string, index: number): string {
  const stem = name
    .replace(/^reference_/, '')
    .replace(/s$/, '')
    .replace(/_image$/, '')
  return `https://example.com/${stem}-${index + 1}.${extension}`
}
