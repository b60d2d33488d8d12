import type { ClientHttp2Stream } from 'node:http2'

/** Follows the body of an answer. Node ends that of a request that was reset as it ends a whole one; only in
 *  `push`, where it does so, the two can be told apart: a stream is closed before its reset is told.
 *  @returns whether all of it came */
export function followBody(stream: ClientHttp2Stream): () => boolean {
  let isWhole = false
  let isEnded = false
  const push = stream.push.bind(stream)
  stream.push = (chunk) => {
    if (chunk === null && !stream.closed) isWhole = true
    return push(chunk)
  }
  stream.on('end', () => (isEnded = true))
  return () => isEnded && isWhole && stream.rstCode === 0
}
