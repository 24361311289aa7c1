import { onTestFinished } from 'vitest'

/** One event of a stream, as its lines say it. */
export interface StreamEvent {
  id: string
  event: string
  data: { type: string; timestamp: string; data: { id: string; status: string; result_url?: string } }
}

/** A reader of a stream of events. */
export interface EventReader {
  status: number
  headers: Headers
  /** The ID of the block before the first event, once it is there. */
  begin(): Promise<string>
  /** The next events, as many as asked for. Rejects when the stream ends before. */
  take(count: number): Promise<StreamEvent[]>
  /** Resolves to what came besides, once the stream has ended. */
  rest(): Promise<string>
  hangUp(): void
}

/** Connects to the events of an account, from now on or from behind one. */
export async function readEvents(baseUrl: string, key: string, lastEventId?: string): Promise<EventReader> {
  const stop = new AbortController()
  onTestFinished(() => {
    stop.abort()
  })
  const response = await fetch(`${baseUrl}/v2/model-center/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const more = async (): Promise<boolean> => {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    text += value
    return !done
  }
  const block = async (): Promise<Map<string, string>> => {
    while (!text.includes('\n\n')) if (!(await more())) throw new Error(`the stream has ended: ${text}`)
    const end = text.indexOf('\n\n')
    const lines = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    return new Map(lines.map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]))
  }
  return {
    status: response.status,
    headers: response.headers,
    begin: async () => (await block()).get('id') ?? '',
    async take(count) {
      const events: StreamEvent[] = []
      while (events.length < count) {
        const fields = await block()
        const data = fields.get('data')
        if (data === undefined) continue
        events.push({
          id: fields.get('id') ?? '',
          event: fields.get('event') ?? '',
          data: JSON.parse(data) as StreamEvent['data'],
        })
      }
      return events
    },
    async rest() {
      while (await more());
      return text
    },
    hangUp: () => {
      stop.abort()
    },
  }
}
