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
  for (const { text } of mail.mails.toReversed()) {
    const links = text.match(/https?:\/\/[^\s"<>]*\/[\w-]+\?token=\w+/g) ?? []
    const link = links.find((each) => each.includes(`/${page}?`))
    if (link !== undefined) return new URL(link)
  }
  throw new Error(`no link to ${page} in ${mail.mails.map(({ source }) => source).join('\n')}`)
}
