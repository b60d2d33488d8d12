import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'

function serve(connected: (socket: Socket) => void): Server {
  return createServer((socket) => {
    socket.on('error', () => {})
    connected(socket)
  })
}

/** Takes connections, and reads until the other side has had enough. */
export function createSilentServer(): Server {
  return serve((socket) => {
    socket.resume()
  })
}

function mailReply(line: string): string {
  if (/^ehlo /i.test(line)) return '250-bench.test\r\n250-SIZE 1000000\r\n250 8BITMIME\r\n'
  return /^quit/i.test(line) ? '221 bye\r\n' : '250 ok\r\n'
}

/** Speaks as much SMTP as a check needs that stops before any mail. */
export function createMailServer(): Server {
  return serve((socket) => {
    let unread = ''
    socket.write('220 bench.test ESMTP\r\n')
    socket.on('data', (chunk) => {
      const lines = `${unread}${chunk.toString('latin1')}`.split('\r\n')
      unread = lines.pop() ?? ''
      for (const line of lines) {
        socket.write(mailReply(line))
        if (/^quit/i.test(line)) socket.end()
      }
    })
  })
}
