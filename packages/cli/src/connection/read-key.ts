import { text } from 'node:stream/consumers'
import { ReadStream } from 'node:tty'
import { Problem } from '../failure/problem.js'
import type { Session } from '../session.js'

/** Reads a key from standard input: at a terminal, asks for it and shows nothing of what is typed. Throws a Problem at Ctrl-C. */
export async function readKey({ input: stdin, terminal }: Session): Promise<string> {
  const ask = (question: string): void => {
    if (terminal.live) terminal.err(question)
  }
  if (!(stdin instanceof ReadStream)) return (await text(stdin)).trim()
  stdin.setRawMode(true)
  try {
    ask('API key: ')
    let typed = ''
    for await (const chunk of stdin.setEncoding('utf8')) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return typed
        if (character === '\u0003') throw new Problem('interrupted; nothing was stored', 'stopped')
        typed = character === '\u007f' ? typed.slice(0, -1) : typed + character
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    ask('\n')
  }
}
