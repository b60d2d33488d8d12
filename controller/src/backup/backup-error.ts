/** A backup, a restore or a move that cannot be; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
