import { expect, test } from 'vitest'
import { coloured } from '../src/samples/colours.js'

const numbersIn = (program: string): string[] =>
  coloured(program).flatMap(({ text, colour }) => (colour === 'n' ? [text] : []))

test.each([
  ['curl http://127.0.0.1:8787/api', ['8787']],
  ['ping 127.0.0.1', []],
  ['npm install model-tasks@1.2.3', []],
  ['sleep 0.5; exit 3', ['0.5', '3']],
  ['{ "duration": 5, "scale": 0.25 }', ['5', '0.25']],
  ['x = 5.', ['5']],
])('%j has the numbers %j', (program, numbers) => {
  expect(numbersIn(program)).toEqual(numbers)
})
