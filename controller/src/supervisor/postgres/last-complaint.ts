/** What says itself why. */
const COMPLAINT = /error|fatal|could not|cannot|denied/i
/** What initdb says once it has failed, of what it does then. */
const AFTERWARDS = /^initdb: removing |^child process exited /

/** Why a program of the database's failed, by what it wrote: the last line that tells a reason. Pure. */
export function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return (
    lines.findLast((line) => COMPLAINT.test(line)) ??
    lines.findLast((line) => !AFTERWARDS.test(line)) ??
    lines.at(-1) ??
    'no reason given'
  )
}
