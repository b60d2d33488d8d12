const HOUR_S = 3_600
const GB = 1_000_000_000

/** Usual is up to half an hour; after a long backlog they catch up by themselves. */
const BEHIND_S = 2 * HOUR_S
/** What the built-in database and agents need to end in order. */
const FREE_BYTES = GB
const FREE_SHARE = 0.1

/** What is looked at. */
export interface InstallationFigures {
  readonly host: string
  /** Of the data folder there. */
  readonly disk: { readonly freeBytes: number; readonly bytes: number }
  /** How far reports are behind; null before the first. */
  readonly rollupLagSeconds: number | null
}

/** Something of the installation, and what is wrong with it; null: nothing. */
export interface InstallationSubject {
  /** "installation ..." */
  readonly subject: string
  readonly trouble: string | null
  readonly over: string
}

/** Everything that was looked at; pure. */
export function installationSubjects({
  host,
  disk: { freeBytes, bytes },
  rollupLagSeconds,
}: InstallationFigures): readonly InstallationSubject[] {
  const isFull = freeBytes < FREE_BYTES || freeBytes < FREE_SHARE * bytes
  const lag = rollupLagSeconds ?? 0
  return [
    {
      subject: `installation disk ${host}`,
      trouble: isFull
        ? `The disk of the data folder of ${host} has ${gigabytes(freeBytes)} left of ${gigabytes(bytes)}: make room, or keep results for less time (SIGHTLINE_RESULT_RETENTION_DAYS).`
        : null,
      over: `The disk of the data folder of ${host} has room again.`,
    },
    {
      subject: 'installation reports',
      trouble:
        lag > BEHIND_S
          ? `Reports are ${Math.floor(lag / HOUR_S)} hours behind: the log of the controllers says why the job rollUpResults fails. Alerts do not depend on it.`
          : null,
      over: 'Reports are up to date again.',
    },
  ]
}

const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`
