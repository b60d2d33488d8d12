/** A server may repeat only the beginning of what it was sent; shorter beginnings are chance. */
const MIN_BEGINNING = 6

/** Replaces secrets, and beginnings of them, in what a server said: some repeat a command they do not
 *  understand, a password with it.
 *  @param text not cut yet, so that no piece of a secret is left at its end
 *  @param secrets longest first, when one may hold another */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) {
    const longest = Math.min(secret.length, shown.length)
    const shortest = Math.min(secret.length, MIN_BEGINNING)
    for (let length = longest; length >= shortest && length > 0; length -= 1) {
      shown = withoutPiece(shown, secret.slice(0, length))
    }
  }
  return shown
}

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
