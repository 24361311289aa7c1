import { expect, test } from 'vitest'
import { commandFor, openUrl } from '../src/result/open-file.js'

test('no shell reads the URL of a result: on Windows "&" would begin a command of its own', () => {
  const url = 'https://files.example.com/a.mp4?x=1&calc'
  for (const platform of ['win32', 'darwin', 'linux'] as const) {
    const [program, ...rest] = commandFor(url, platform)
    expect(program).not.toMatch(/cmd|sh$|powershell/)
    expect(rest.at(-1)).toBe(url)
  }
})

test('a file whose name begins with "-" is not read as an option', () => {
  expect(commandFor('-boat.mp4', 'linux')).toEqual(['xdg-open', './-boat.mp4'])
})

test.each(['file:///etc/passwd', 'ms-settings:privacy', 'C:\\Windows\\calc.exe', '/relative.mp4'])(
  'a result at %s is not opened',
  async (url) => {
    await expect(openUrl(url)).rejects.toThrow(
      `only http and https URLs are opened, and the URL of the result is ${url}`,
    )
  },
)
