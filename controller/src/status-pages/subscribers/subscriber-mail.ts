import type { Mail } from '../../alerting/channels/email.ts'
import { escapeHtml } from '../../alerting/message/html-mail.ts'
import type { NewsMessage } from './compose-news.ts'

const COLORS = {
  critical: '#b42318',
  warning: '#b54708',
  good: '#067647',
  info: '#175cd3',
} as const satisfies Record<NewsMessage['severity'], string>

interface Reader {
  readonly email: string
  /** Where the page is. */
  readonly pageUrl: string
}

/** Asks somebody whether they want mails. Nothing in it was typed by people: it goes to somebody who may never have
 *  heard of them. */
export function composeSubscription({ email, pageUrl, token }: Reader & { token: string }): Mail {
  const url = `${pageUrl}/confirm?token=${token}`
  return {
    to: email,
    subject: 'Confirm that you want status mails',
    ...bodyOf({
      title: 'Confirm that you want status mails',
      color: COLORS.info,
      paragraphs: [
        `Somebody asked for mails to this address about the status page ${pageUrl}.`,
        'Open the link within a day to get them. Otherwise ignore this mail: nothing more will come.',
      ],
      link: { label: 'Get mails', url },
      footer: null,
    }),
  }
}

/** News of a page, with a way out by one click (RFC 8058). */
export function composeNewsMail(
  news: NewsMessage,
  { email, pageUrl, unsubscribeToken }: Reader & { unsubscribeToken: string },
): Mail {
  const leaveUrl = `${pageUrl}/unsubscribe?token=${unsubscribeToken}`
  return {
    to: email,
    subject: `[${news.page}] ${news.title}`,
    headers: {
      'List-Unsubscribe': `<${leaveUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'list',
    },
    ...bodyOf({
      title: news.title,
      color: COLORS[news.severity],
      paragraphs: news.entries,
      link: { label: 'See the status page', url: pageUrl },
      footer: {
        text: `You asked for mails about ${news.page}.`,
        label: 'Unsubscribe',
        url: leaveUrl,
      },
    }),
  }
}

interface Body {
  readonly title: string
  readonly color: string
  readonly paragraphs: readonly string[]
  readonly link: { readonly label: string; readonly url: string }
  readonly footer: { readonly text: string; readonly label: string; readonly url: string } | null
}

/** The same as text and as HTML: styles inline and nothing loaded, as mail programs want it. */
function bodyOf(body: Body): Pick<Mail, 'text' | 'html'> {
  const { title, color, paragraphs, link, footer } = body
  const end = footer === null ? '' : `\n-- \n${footer.text} ${footer.label}: ${footer.url}\n`
  const written = paragraphs
    .map((text) => `<p style="margin:0 0 12px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`)
    .join('\n')
  const small =
    footer === null
      ? ''
      : `<p style="max-width:600px;margin:16px auto 0;font-size:13px;color:#475467">${escapeHtml(footer.text)} <a href="${escapeHtml(footer.url)}" style="color:#475467">${escapeHtml(footer.label)}</a></p>`
  return {
    text: `${paragraphs.join('\n\n')}\n\n${link.label}: ${link.url}\n${end}`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f2f4f7;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5;color:#101828">
<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid ${color};border-radius:6px">
<h1 style="margin:0 0 12px;font-size:20px;overflow-wrap:anywhere;color:${color}">${escapeHtml(title)}</h1>
${written}
<p style="margin:24px 0 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${color};color:#ffffff;text-decoration:none">${escapeHtml(link.label)}</a></p>
</div>
${small}
</body>
</html>
`,
  }
}
