import type { MailCatcher } from './mail-catcher.ts'

/** The link of the latest mail, out of its plain text.
 *  @param page where it leads */
export function mailedLink(
  mail: MailCatcher,
  page:
    | 'confirm-contact'
    | 'invitation'
    | 'reset-password'
    | 'confirm'
    | 'unsubscribe' = 'confirm-contact',
): URL {
  const source = mail.mails.at(-1)?.source ?? ''
  const text = source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  const links = text.match(/https?:\/\/[^\s"<>]*\/[\w-]+\?token=\w+/g) ?? []
  const link = links.find((each) => each.includes(`/${page}?`))
  if (link === undefined) throw new Error(`no link in ${source}`)
  return new URL(link)
}
