import type { MailCatcher } from './mail-catcher.ts'

/** The link of the latest mail that has one, out of its plain text.
 *  @param page where it leads */
export function mailedLink(
  mail: MailCatcher,
  page:
    | 'confirm-contact'
    | 'confirm-email'
    | 'invitation'
    | 'reset-password'
    | 'confirm'
    | 'unsubscribe' = 'confirm-contact',
): URL {
  for (const { source } of mail.mails.toReversed()) {
    const links = textOf(source).match(/https?:\/\/[^\s"<>]*\/[\w-]+\?token=\w+/g) ?? []
    const link = links.find((each) => each.includes(`/${page}?`))
    if (link !== undefined) return new URL(link)
  }
  throw new Error(`no link to ${page} in ${mail.mails.map(({ source }) => source).join('\n')}`)
}

/** A mail's text, out of quoted-printable. */
function textOf(source: string): string {
  return source
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
}
