/** A server may repeat only the beginning of what it was sent; shorter beginnings are chance. */
const MIN_BEGINNING = 6

/** Replaces secrets, and beginnings of them, in what a server said: some repeat a command they do not
 *  understand, a password with it.
 *  @param text not cut yet, so that no piece of a secret is left at its end */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const lower = text.toLowerCase()
  const found = secrets.filter((secret) => {
    const beginning = secret.slice(0, MIN_BEGINNING)
    return secret !== '' && (text.includes(beginning) || lower.includes(beginning.toLowerCase()))
  })
  let shown = text
  // Of all secrets the longest pieces first: one may hold another, or begin like it.
  for (let length = Math.min(longestOf(found), text.length); length > 0; length -= 1) {
    for (const secret of found) {
      const isPiece = length === secret.length || length >= MIN_BEGINNING
      if (isPiece && length <= secret.length) shown = withoutPiece(shown, secret.slice(0, length))
    }
  }
  return shown
}

const longestOf = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length))

/** Without regard to case: some servers repeat commands in capitals. */
function withoutPiece(text: string, piece: string): string {
  const lower = text.toLowerCase()
  const sought = piece.toLowerCase()
  // Lower case may have another length in a few scripts; positions would then not fit.
  if (lower.length !== text.length) return text.replaceAll(piece, '***')
  let shown = ''
  let from = 0
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, from)) {
    shown += `${text.slice(from, at)}***`
    from = at + sought.length
  }
  return shown + text.slice(from)
}
