import { expect, test } from 'vitest'
import { readLines } from '../src/batch/lines.js'

const read = async (content: string, place = 'requests.csv') => {
  const { lines, malformed } = await readLines(content, place)
  return {
    lines: lines.map(({ number, model, input }) => ({ number, model, ...input })),
    malformed: malformed.map(({ number, message }) => `${number}: ${message}`),
  }
}

test.each([
  ['commas', ',', 'requests.csv'],
  ['semicolons', ';', 'requests.csv'],
  ['tabs', '\t', 'requests.tsv'],
  ['commas, on standard input', ',', 'standard input'],
])('a table with %s has its cells typed as their parameters are', async (_, separator, place) => {
  const rows = [
    ['model', 'prompt', 'duration', 'generate_audio', 'reference_images', 'reference_images', 'x:'],
    ['sd_2.0_discount', '"5"', '5', 'TRUE', 'https://a.example/1.png', '@two.png', ''],
    ['', '', '', '', '', '', ''],
    ['beta-5.0', '"a ""boat"", on\nwater"', '', '', '', '', '"{""a"":[1]}"'],
  ]
  const content = `\ufeff${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`
  expect(await read(content, place)).toEqual({
    lines: [
      {
        ...{ number: 2, model: 'sd_2.0_discount', prompt: '5', duration: 5, generate_audio: true },
        reference_images: ['https://a.example/1.png', 'file:two.png'],
      },
      { number: 4, model: 'beta-5.0', prompt: 'a "boat", on\nwater', x: { a: [1] } },
    ],
    malformed: [],
  })
})

test.each([',', ';', '\t'])('the first row says what separates cells (%j), and no prompt does', async (separator) => {
  const prompts = ['A boat', 'A boat, at dusk; in the rain', 'One, two, three, four', 'a\tb']
  for (const end of ['\n', '\r\n'])
    for (const place of ['requests.csv', 'standard input']) {
      const rows = [['\ufeff model', 'prompt'], ...prompts.map((prompt) => ['beta-5.0', `"${prompt}"`])]
      const { lines, malformed } = await read(rows.map((row) => row.join(separator)).join(end), place)
      expect({ prompts: lines.map((line) => 'prompt' in line && line.prompt), malformed }).toEqual({
        prompts,
        malformed: [],
      })
    }
})

test.each([
  ['model;prompt\nbeta-5.0;A boat\nbeta-5.0;A second boat\n', ['A boat', 'A second boat']],
  ['model\tprompt\nbeta-5.0\tA boat, at dusk\nbeta-5.0\tTwo, at dawn\n', ['A boat, at dusk', 'Two, at dawn']],
  ['prompt,model\nA boat; at dusk,beta-5.0\nTwo; at dawn,beta-5.0\n', ['A boat; at dusk', 'Two; at dawn']],
  ['model;x:;prompt\nbeta-5.0;[1,2,3];A, b, c\n', ['A, b, c']],
])('cells without quotes keep the other separators: %j', async (content, prompts) => {
  expect((await read(content, 'standard input')).lines.map((line) => 'prompt' in line && line.prompt)).toEqual(prompts)
})

test('a row of a table and the same request as a line of JSON are one request', async () => {
  const [row] = (await readLines('model,prompt\nbeta-5.0,a boat\n', 'a.csv')).lines
  const [line] = (await readLines('{"prompt":"a boat","model":"beta-5.0"}\n', 'a.jsonl')).lines
  expect(row?.identity).toBe(line?.identity)
})

test.each([
  ['prompt,seed\nx,1\n', '1: names no column model; its columns are "prompt", "seed"'],
  ['prompt;seed\nx, y;1\n', '1: names no column model; its columns are "prompt", "seed"'],
  ['model,prompt\n,x\n', '2: names no model'],
  [
    'model,prompt\nbeta-5.0,a boat, at dusk\n',
    '2: has 3 cells, and the first row names 2 columns; put a cell that contains the separator in quotes',
  ],
  ['model,prompt,\nbeta-5.0,x,y\n', '2: has "y" in a column without a name'],
  ['model,prompt,prompt\nbeta-5.0,x,y\n', '2: prompt is given twice, and it takes one value'],
  ['model,x:\nbeta-5.0,{\n', /^2: has no JSON in the column x: /],
  ['model,prompt\nbeta-5.0,"x\n', /^2: cannot be read as a row of a table: /],
])('%j is told: %s', async (content, message) => {
  expect(await read(content)).toEqual({
    lines: [],
    malformed: [typeof message === 'string' ? message : expect.stringMatching(message)],
  })
})

test('a JSON array is told once, and how to make lines of it', async () => {
  const content = JSON.stringify([{ model: 'beta-5.0', prompt: 'x' }], null, 2)
  expect(await read(content, 'requests.json')).toEqual({
    lines: [],
    malformed: ["1: begins a JSON array; a batch file has one JSON object per line, as jq -c '.[]' prints it"],
  })
  expect((await read('[1]\n{"model":"beta-5.0","prompt":"x"}\n', 'requests.jsonl')).lines).toHaveLength(1)
})

test.each([
  ['{"model":"beta-5.0","prompt":"a","prompt":"b"}', 'prompt'],
  ['{"model":"beta-5.0","prompt":"a","pr\\u006fmpt":"b"}', 'prompt'],
  ['{"model":"beta-5.0","prompt":"a","x":[{"y":1},{"y":{},"z":2,"y":3}]}', 'y'],
  ['{"model":"beta-5.0","__proto__":1,"__proto__":2}', '__proto__'],
])('a member that is there twice is told: %s', async (line, name) => {
  expect(await read(`${line}\n`, 'requests.jsonl')).toEqual({
    lines: [],
    malformed: [`1: has "${name}" twice in one object; leave one of them`],
  })
})

test('a name that stands in several objects, or in a text, is there once', async () => {
  const request = {
    ...{ model: 'beta-5.0', prompt: '{"prompt":"a","prompt":"b\\"}', prompt2: '\\', ':': '"prompt":' },
    x: [{ prompt: 1 }, { prompt: { prompt: [] } }],
  }
  expect((await readLines(`${JSON.stringify(request)}\r\n`, 'requests.jsonl')).malformed).toEqual([])
})
