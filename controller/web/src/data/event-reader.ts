import { readJson } from './read-json.ts'

export interface ReadEvent {
  readonly event: string
  readonly data: unknown
}

/** One event of a stream: lines up to an empty one. Null for comments. Pure. */
export function parseEvent(block: string): ReadEvent | null {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice('event:'.length).trim()
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart())
  }
  return data.length === 0 ? null : { event, data: readJson(data.join('\n')) }
}

/** Server-sent events of an answer, as they come: what EventSource cannot ask for, which is anything but GET. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReadEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader()
  let text = ''
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: string }
    if (done) return
    text += value ?? ''
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event !== null) yield event
    }
  }
}
