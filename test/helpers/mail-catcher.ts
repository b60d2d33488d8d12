import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { listen } from './listen.ts'

/** A mail that was handed in, as it came. */
interface CaughtMail {
  readonly from: string
  readonly to: readonly string[]
  /** By lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>
  readonly source: string
  /** The same out of quoted-printable, which breaks lines wherever they become too long. */
  readonly text: string
}

/** What the server does with the next mail. A number is the code it is refused with, at the recipient
 *  or after the data. */
type MailReaction =
  | 'accept'
  | { readonly rcpt: number }
  | { readonly data: number }
  | 'dieAfterData'
  | { readonly acceptAfter: () => Promise<unknown> }
  | 'hang'

/** A real mail server on the loopback interface, gone when the test ends. */
export interface MailCatcher {
  readonly url: string
  /** Mails that were taken; with `dieAfterData` the client never heard of it. */
  readonly mails: CaughtMail[]
  /** What it does from now on. */
  reaction: MailReaction
}

function refusal(code: number): Error {
  return Object.assign(new Error('No, thank you'), { responseCode: code })
}

async function acceptLater(after: () => Promise<unknown>, accept: () => void): Promise<void> {
  await after()
  accept()
}

function decoded(source: string): string {
  return source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
}

function headersOf(source: string): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

/** @param atPort where it listens; a free port unless told otherwise */
export async function catchMail(atPort = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo(_address, _session, callback) {
      const { reaction } = catcher
      if (typeof reaction === 'object' && 'rcpt' in reaction) callback(refusal(reaction.rcpt))
      else callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { reaction } = catcher
        if (reaction === 'hang') return
        if (typeof reaction === 'object' && 'data' in reaction) {
          callback(refusal(reaction.data))
          return
        }
        const source = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          headers: headersOf(source),
          source,
          text: decoded(source),
        })
        if (reaction === 'dieAfterData') for (const socket of sockets) socket.destroy()
        else if (typeof reaction === 'object' && 'acceptAfter' in reaction) {
          void acceptLater(reaction.acceptAfter, callback)
        } else callback()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  const port = await listen(server.server, '127.0.0.1', atPort)
  const catcher: MailCatcher = { url: `smtp://127.0.0.1:${port}`, mails, reaction: 'accept' }
  return catcher
}
