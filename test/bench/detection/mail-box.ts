import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** A message that was handed in. */
export interface Mail {
  /** When its last line was there, UNIX ms. */
  readonly atMs: number
  readonly subject: string
}

/** Whether a mail names a monitor, whose name is in no other's. */
export const isAbout = ({ subject }: Mail, { name }: { readonly name: string }): boolean =>
  subject.includes(name)

/** An SMTP server that takes everything and keeps when it came. One of our own: the package smtp-server
 *  holds its greeting back for 100 ms. */
export interface MailBox {
  readonly url: string
  readonly mails: readonly Mail[]
  readonly stop: () => void
}

const END_OF_MESSAGE = '\r\n.\r\n'

function replyTo(command: string): string {
  switch (command.slice(0, 4).toUpperCase()) {
    case 'EHLO':
      return '250-bench.test\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
    case 'DATA':
      return '354 go on\r\n'
    case 'QUIT':
      return '221 bye\r\n'
    default:
      return '250 ok\r\n'
  }
}

/** Header lines may be folded. Source: RFC 5322, section 2.2.3 */
function subjectOf(message: string): string {
  const [head = ''] = message.split('\r\n\r\n', 1)
  return /^subject: *(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, ' '))?.[1] ?? ''
}

function receive(socket: Socket, take: (message: string) => void): void {
  let unread = ''
  let isMessage = false

  /** @returns whether there may be more */
  function step(): boolean {
    const mark = isMessage ? END_OF_MESSAGE : '\r\n'
    const end = unread.indexOf(mark)
    if (end === -1) return false
    const text = unread.slice(0, end)
    unread = unread.slice(end + mark.length)
    if (isMessage) {
      take(text)
      socket.write('250 taken\r\n')
      isMessage = false
    } else {
      socket.write(replyTo(text))
      isMessage = /^data$/i.test(text)
      if (/^quit/i.test(text)) socket.end()
    }
    return true
  }

  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1')
    while (step());
  })
  socket.write('220 bench.test ESMTP\r\n')
}

export async function openMailBox(): Promise<MailBox> {
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  // Real ones answer commands that came together together (RFC 2920, section 3.2); replies of their own writes would wait
  // 40 ms for the sender's system to acknowledge the first.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    receive(socket, (message) => {
      mails.push({ atMs: Date.now(), subject: subjectOf(message) })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Hands in one small message, as bare as it can be.
 *  @returns how long that took from the first packet to the server's yes, ms */
export async function handInMail(url: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const startedAt = performance.now()
  const socket = connect({ host: hostname, port: Number(port) })
  const lines = [
    'EHLO bench.test',
    'MAIL FROM:<from@bench.test>',
    'RCPT TO:<to@bench.test>',
    'DATA',
    'Subject: floor\r\n\r\nBare.\r\n.',
  ]
  // One answer for the greeting, then one for each line.
  for (const line of lines) {
    await once(socket, 'data')
    socket.write(`${line}\r\n`)
  }
  await once(socket, 'data')
  const tookMs = performance.now() - startedAt
  socket.destroy()
  return tookMs
}
