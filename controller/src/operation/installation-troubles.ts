import { counted } from '@sightline/shared/counted'
import type { ControllerDisk } from '../db/controllers.ts'
import { clockTrouble } from './clock-trouble.ts'

const HOUR_S = 3_600
const GB = 1_000_000_000

/** Usual is up to half an hour; after a long backlog they catch up by themselves. */
const BEHIND_S = 2 * HOUR_S
/** What the built-in database and agents need to end in order. */
const FREE_BYTES = GB
const FREE_SHARE = 0.1
/** So many times as much has a disk that has room again: what PostgreSQL logs and gives back goes up and down by as much,
 *  and would be told of every few minutes. */
const ROOM_TIMES = 1.25

/** What is looked at. */
export interface InstallationFigures {
  /** Of the machines that have a controller now. */
  readonly disks: readonly ControllerDisk[]
  /** How far reports are behind; null before the first. */
  readonly rollupLagSeconds: number | null
  /** How far the clock of the live agent whose clock is nearest is ahead of the database's, ms; null: there is no live
   *  agent. */
  readonly nearestClockMs: number | null
  /** What the mail server, or one on the way to it, says to every mail; null: mail goes out, or there is none. */
  readonly mailError: string | null
  /** Whether there is a mail server at all. */
  readonly hasMail: boolean
}

/** Something of the installation, and what is wrong with it; null: nothing. */
export interface InstallationSubject {
  /** "installation ..." */
  readonly subject: string
  readonly trouble: string | null
  readonly over: string
}

/** Of disks, the host follows. */
const DISK = 'installation disk '

/** Whoever is told by mail alone is not told of it. */
export const MAIL_SUBJECT = 'installation mail'

/** Everything that was looked at; pure. */
export function installationSubjects(figures: InstallationFigures): readonly InstallationSubject[] {
  const { disks, rollupLagSeconds, nearestClockMs, mailError, hasMail } = figures
  const lag = rollupLagSeconds ?? 0
  return [
    ...disks.flatMap((disk) => diskSubject(disk) ?? []),
    {
      subject: 'installation reports',
      trouble:
        lag > BEHIND_S
          ? `Reports are ${counted(Math.floor(lag / HOUR_S), 'hour')} behind: the log of the controllers says why the job rollUpResults fails. Alerts do not depend on it.`
          : null,
      over: 'Reports are up to date again.',
    },
    ...(nearestClockMs === null ? [] : [clockSubject(nearestClockMs)]),
    {
      subject: MAIL_SUBJECT,
      trouble:
        mailError === null
          ? null
          : `Mail does not go out: ${withStop(mailError)} Alerts by mail reach nobody until SMTP_URL works.`,
      over: hasMail
        ? 'Mail goes out again.'
        : 'SMTP_URL is not set any more, so no mail is tried: alerts by mail reach nobody.',
    },
  ]
}

const clockSubject = (nearestClockMs: number): InstallationSubject => ({
  subject: 'installation clock',
  trouble: clockTrouble(nearestClockMs),
  over: "The clock of the database's machine agrees with those of agents again.",
})

/** @returns null for one that nobody knows, or that is in between: what was told of it stands */
function diskSubject({ host, freeBytes, bytes }: ControllerDisk): InstallationSubject | null {
  if (freeBytes === null || bytes === null) return null
  const least = Math.max(FREE_BYTES, FREE_SHARE * bytes)
  const isFull = freeBytes < least
  if (!isFull && freeBytes < ROOM_TIMES * least) return null
  return {
    subject: `${DISK}${host}`,
    trouble: isFull
      ? `The disk of the data folder of ${host} has ${gigabytes(freeBytes)} left of ${gigabytes(bytes)}: make room, or keep results for less time (SIGHTLINE_RESULT_RETENTION_DAYS).`
      : null,
    over: `The disk of the data folder of ${host} has room again.`,
  }
}

/** Disks that were noted, of machines that have no controller any more: nobody will ever say that they have room; pure.
 *  @param noted all subjects that are noted */
export function goneDisks(
  noted: readonly string[],
  { disks }: Pick<InstallationFigures, 'disks'>,
): readonly InstallationSubject[] {
  const there = new Set(disks.map(({ host }) => `${DISK}${host}`))
  return noted
    .filter((subject) => subject.startsWith(DISK) && !there.has(subject))
    .map((subject) => ({
      subject,
      trouble: null,
      over: `There is no controller on ${subject.slice(DISK.length)} any more, so its disk is not looked at.`,
    }))
}

const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`

const withStop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)
