import type { AlertMessage } from './alert-message.ts'

/** A message as plain text, without its title. Pure. */
export function plainText(message: AlertMessage): string {
  const { summary, facts, entries, link } = message
  const parts = [
    summary,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    entries.map((entry) => `- ${entry}`).join('\n'),
    link === null ? '' : `${link.label}: ${link.url}`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
