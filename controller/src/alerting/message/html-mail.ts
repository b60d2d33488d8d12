import type { AlertMessage, EntryParts, Severity } from './alert-message.ts'

const COLORS = {
  critical: '#b42318',
  warning: '#b54708',
  good: '#067647',
  info: '#175cd3',
} as const satisfies Record<Severity, string>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** A message as the HTML of a mail: styles inline and nothing loaded, as mail programs want it. Pure. */
export function htmlMail(message: AlertMessage): string {
  const { severity, title, summary, facts, entries, entryParts = [], link } = message
  const color = COLORS[severity]
  const rows = facts
    .map(
      ({ label, value }) =>
        `<tr><td style="padding:4px 16px 4px 0;color:#667085;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join('\n')
  const list = entries.map((entry, index) => entryRow(entry, entryParts[index])).join('\n')
  const button =
    link === null
      ? ''
      : `<p style="margin:24px 0 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${color};color:#ffffff;text-decoration:none">${escapeHtml(link.label)}</a></p>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f2f4f7;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5;color:#101828">
<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid ${color};border-radius:6px">
<h1 style="margin:0 0 12px;font-size:20px;color:${color}">${escapeHtml(title)}</h1>
<p style="margin:0 0 16px">${escapeHtml(summary)}</p>
<table role="presentation" style="border-collapse:collapse">
${rows}
</table>
${list === '' ? '' : `<table role="presentation" style="width:100%;margin:16px 0 0;border-collapse:collapse">\n${list}\n</table>`}
${button}
</div>
</body>
</html>
`
}

/** An entry below its time.
 *  @param parts what it is of; undefined: it is a sentence without a time */
function entryRow(entry: string, parts: EntryParts | undefined): string {
  if (parts === undefined) return row(escapeHtml(entry))
  const { text, url } = parts
  const time = entry.slice(0, entry.length - `: ${text}`.length)
  const told =
    url === null
      ? escapeHtml(text)
      : `<a href="${escapeHtml(url)}" style="color:#101828;text-decoration-color:#d0d5dd">${escapeHtml(text)}</a>`
  return row(`<div style="font-size:13px;color:#667085">${escapeHtml(time)}</div>${told}`)
}

function row(html: string): string {
  return `<tr><td style="padding:8px 0;border-top:1px solid #eaecf0;overflow-wrap:anywhere">${html}</td></tr>`
}
