import type { MailCatcher } from './mail-catcher.ts'

/** The link of the latest mail, out of its plain text. */
export function mailedLink(mail: MailCatcher): URL {
  const source = mail.mails.at(-1)?.source ?? ''
  const text = source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  const link = /https?:\/\/[^\s"<>]*\/confirm-contact\?token=\w+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`no link in ${source}`)
  return new URL(link)
}
