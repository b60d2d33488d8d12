import { isIP } from 'node:net'
import { AGENT_NAME, AGENT_NAME_RULE } from '@sightline/shared/agent-name'
import { AppError } from '@sightline/shared/errors'
import type { Command } from 'commander'
import {
  certificatesFolder,
  createAuthority,
  readAuthority,
  renewAuthority,
  retireAuthorities,
  trustedFile,
} from '../certificates/authority.ts'
import type { EnsuredCertificate } from '../certificates/ensure-certificates.ts'
import { ensureCertificates, holderFolder } from '../certificates/ensure-certificates.ts'
import type { CertificateRequest, IssuedCertificate } from '../certificates/issue-certificate.ts'
import { issueCertificate } from '../certificates/issue-certificate.ts'
import { revokeCertificates } from '../certificates/revoke-certificate.ts'
import type { ListedCertificateRow } from '../db/certificates.ts'
import { readCertificates } from '../db/certificates.ts'
import { readDatabaseTime } from '../db/database-time.ts'
import { define } from './context.ts'
import { defineList } from './define-list.ts'
import { moment } from './output.ts'

/** A year, and time to see that it ends. Browsers take servers' certificates of 398 days at most; ours are for
 *  programs, but there is no reason to have longer ones. */
const DEFAULT_DAYS = 397
const MAX_DAYS = 825

/** Adds `certificates authority create|renew|retire` and `certificates issue|ensure|list|revoke`. */
export function addCertificateCommands(program: Command): void {
  const certificates = program
    .command('certificates')
    .description('certificates that controllers and agents know each other by (mutual TLS)')
  addAuthorityCommands(certificates)
  addIssue(certificates)
  addEnsure(certificates)

  defineList(
    certificates
      .command('list')
      .description('list the certificates that were made, and whether they hold'),
    'certificates list',
    {
      read: readCertificates,
      columns: {
        SERIAL: (row) => row.serial,
        FOR: (row) => row.use ?? '-',
        NAME: (row) => row.name ?? '-',
        MADE: (row) => moment(row.createdAt),
        ENDS: (row) => (row.notAfter === null ? '-' : moment(row.notAfter)),
        STATE: stateOf,
      },
      none: 'There are no certificates.',
    },
  )

  define(
    certificates
      .command('revoke')
      .description(
        'revoke a certificate, or those of an agent: streams are cut at once, and none is opened with them',
      )
      .argument(
        '<serial-or-name>',
        'a serial number, as "certificates list" shows it, or the name of an agent',
      ),
    'certificates revoke probe-dub-1',
    async ({ db, output, positional: [what = ''] }) => {
      const revoked = await revokeCertificates(db, what)
      if (revoked.length === 0) {
        throw new AppError(
          'notFound',
          `No certificate in force has the serial number, and no agent with one the name "${what}": see "certificates list". Those of controllers are revoked by their numbers.`,
        )
      }
      const serials = revoked.map(({ serial }) => serial)
      const words = serials.length === 1 ? 'is revoked' : 'are revoked'
      const isController = revoked.some(({ use }) => use === 'controller')
      const isForeign = revoked.every(({ use }) => use === null)
      const more = isController
        ? ' Agents leave a controller that has it within a second, and connect to none with it: give it another (certificates issue --controller HOST).'
        : isForeign
          ? ' It is taken for a serial number, of a certificate that was made elsewhere: no agent of this name has one in force.'
          : ''
      output.show({ serials, revoked: true }, `${serials.join(', ')} ${words}.${more}`)
    },
  )
}

function stateOf({ revokedAt, isOver, isReplaced, endsSoon }: ListedCertificateRow): string {
  if (revokedAt !== null) return `revoked ${moment(revokedAt)}`
  if (isOver) return 'over'
  if (isReplaced) return 'in force, replaced'
  return endsSoon ? 'in force, ends soon' : 'in force'
}

function addAuthorityCommands(certificates: Command): void {
  const authority = certificates
    .command('authority')
    .description('who vouches for controllers and agents; its key stays in the data folder')

  define(
    authority.command('create').description('make the authority of this installation'),
    'certificates authority create',
    async ({ db, config, output }) => {
      const folder = certificatesFolder(config.dataFolder)
      const { serial, notAfter } = await createAuthority(folder, await readDatabaseTime(db))
      output.show(
        { serial, notAfter, file: trustedFile(folder) },
        `The authority is made; it lasts until ${moment(notAfter)}. Its certificate, for controllers and agents, is ${trustedFile(folder)}; whoever has the key beside it can be any of them.`,
      )
    },
  )

  define(
    authority
      .command('renew')
      .description(
        'make another authority, which signs from now on; the ones before it stay trusted until they are retired',
      ),
    'certificates authority renew',
    async ({ db, config, output }) => {
      const folder = certificatesFolder(config.dataFolder)
      const { serial, notAfter } = await renewAuthority(folder, await readDatabaseTime(db))
      output.show(
        { serial, notAfter, file: trustedFile(folder) },
        `Another authority is made; it lasts until ${moment(notAfter)}. Bring ${trustedFile(folder)}, which has both, to every controller and agent; then issue their certificates anew; then run "certificates authority retire".`,
      )
    },
  )

  define<{ force?: boolean }>(
    authority
      .command('retire')
      .description('have authorities before the present one trusted no more')
      .option('--force', 'also where certificates in force are from one of them'),
    'certificates authority retire',
    async ({ db, config, output, options }) => {
      const folder = certificatesFolder(config.dataFolder)
      const { serial } = readAuthority(folder)
      const left = (await readCertificates(db)).filter((row) => leansOnEarlier(row, serial))
      if (left.length > 0 && options.force !== true) {
        throw new AppError(
          'conflict',
          `Certificates from an earlier authority are in force: issue new ones first, or say --force. They are those of ${left.map(({ name }) => name).join(', ')}.`,
        )
      }
      const retired = retireAuthorities(folder)
      output.show(
        { retired, file: trustedFile(folder) },
        `${retired} retired. Bring ${trustedFile(folder)} to every controller and agent.`,
      )
    },
  )
}

function leansOnEarlier(row: ListedCertificateRow, authority: string): boolean {
  const isInForce = row.use !== null && row.revokedAt === null && !row.isOver && !row.isReplaced
  return isInForce && row.authority !== authority
}

interface IssueOptions {
  readonly agent?: string
  readonly controller?: string
  readonly days: string
  readonly to?: string
}

function addIssue(certificates: Command): void {
  define<IssueOptions>(
    certificates
      .command('issue')
      .description('make a certificate with its key, also to replace one that is there')
      .option(
        '--agent <name>',
        'for the agent of this name (its --name, else the name of its machine)',
      )
      .option(
        '--controller <host,…>',
        'for a controller: the names and addresses that agents reach it by',
      )
      .option('--days <days>', `how long it lasts, ${MAX_DAYS} at most`, String(DEFAULT_DAYS))
      .option(
        '--to <folder>',
        'where its files go (default: a folder of its own beside the authority)',
      ),
    'certificates issue --agent probe-dub-1',
    async ({ db, config, output, options }) => {
      const request = readRequest(options)
      const base = certificatesFolder(config.dataFolder)
      const folder = options.to ?? holderFolder(base, request)
      const now = await readDatabaseTime(db)
      const issued = await issueCertificate(db, readAuthority(base), request, folder, now)
      output.show(issued, issuedWords(issued))
    },
  )
}

interface EnsureOptions {
  readonly agent?: readonly string[]
  readonly controller?: string
  readonly days: string
}

function addEnsure(certificates: Command): void {
  define<EnsureOptions>(
    certificates
      .command('ensure')
      .description(
        'make the authority and certificates where they are missing, end within 60 days or are for other names: to be run daily',
      )
      .option('--agent <name...>', 'for the agent of this name, or several')
      .option('--controller <host,…>', 'for controllers: the names and addresses of all of them')
      .option('--days <days>', `how long they last, ${MAX_DAYS} at most`, String(DEFAULT_DAYS)),
    'certificates ensure --controller monitor.example.com --agent probe-dub-1 probe-dub-2',
    async ({ db, config, output, options: { agent = [], controller, days } }) => {
      const requests = [
        ...(controller === undefined ? [] : [readRequest({ controller, days })]),
        ...agent.map((name) => readRequest({ agent: name, days })),
      ]
      // What runs it daily would never tell that it has nothing to do.
      if (requests.length === 0) throw forWhom()
      const now = await readDatabaseTime(db)
      const folder = certificatesFolder(config.dataFolder)
      const ensured = await ensureCertificates(db, folder, requests, now)
      output.show(ensured, ensured.map(ensuredWords).join('\n'))
    },
  )
}

const ensuredWords = ({ use, name, serial, notAfter, isNew }: EnsuredCertificate): string =>
  `Certificate ${serial} for the ${use} ${name}, until ${moment(notAfter)}, ${isNew ? 'is made' : 'was there'}.`

const HOST = /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/

const forWhom = (): AppError =>
  new AppError('badRequest', 'Say for whom: --agent NAME or --controller HOST.')

/** @throws AppError when the flags do not say for whom, or how long */
function readRequest({ agent, controller, days }: Omit<IssueOptions, 'to'>): CertificateRequest {
  if ((agent === undefined) === (controller === undefined)) {
    throw forWhom()
  }
  const count = Number(days)
  if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS) {
    throw new AppError(
      'badRequest',
      `--days is "${days}": it must be a number from 1 to ${MAX_DAYS}`,
    )
  }
  if (agent !== undefined) {
    if (AGENT_NAME.test(agent)) return { use: 'agent', names: [agent], days: count }
    throw new AppError('badRequest', `--agent is "${agent}": it ${AGENT_NAME_RULE}`)
  }
  const hosts = (controller ?? '').split(',').map((host) => host.trim())
  const [first = '', ...others] = new Set(hosts)
  const wrong = [first, ...others].find((host) => isIP(host) === 0 && !HOST.test(host))
  if (wrong === undefined) return { use: 'controller', names: [first, ...others], days: count }
  throw new AppError(
    'badRequest',
    `--controller has "${wrong}": it must be host names and addresses with commas between them`,
  )
}

/** What stands where with it: the settings of a controller, or the flags of an agent. */
function issuedWords(issued: IssuedCertificate): string {
  const { use, name, serial, notAfter, certificateFile, keyFile, authorityFile } = issued
  const settings =
    use === 'agent'
      ? [
          `  --name ${name} --certificate ${certificateFile}`,
          `  --key ${keyFile} --ca ${authorityFile}`,
        ]
      : [
          `  SIGHTLINE_GRPC_TLS_CERT=${certificateFile}`,
          `  SIGHTLINE_GRPC_TLS_KEY=${keyFile}`,
          `  SIGHTLINE_GRPC_TLS_CLIENT_CA=${authorityFile}`,
        ]
  return [
    `Certificate ${serial} for the ${use} ${name}, until ${moment(notAfter)}. The ${use} is started with`,
    '',
    ...settings,
    '',
    'with the paths its machine has them at. One that runs with files of these names takes new ones within half a minute.',
  ].join('\n')
}
