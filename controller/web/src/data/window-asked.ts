/** The window of time that an address asks for; null where it asks for none, or for one that cannot be. */
export function windowAsked({
  from,
  to,
}: Readonly<Record<string, string | undefined>>): { from: string; to: string } | null {
  if (from === undefined || to === undefined) return null
  return Date.parse(from) < Date.parse(to) ? { from, to } : null
}
