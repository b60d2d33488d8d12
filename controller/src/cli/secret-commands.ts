import { AppError } from '@sightline/shared/errors'
import { counted } from '@sightline/shared/counted'
import type { Command } from 'commander'
import { rotateSecondFactors } from '../accounts/sign-in/rotate-second-factors.ts'
import { createSignInSecrets } from '../accounts/sign-in/sign-in-secrets.ts'
import { requireSecretKeys, secretKeyFile } from '../secrets/secret-keys.ts'
import { define } from './context.ts'
import type { Rotation } from './rotate-secrets.ts'

/** Ids shown to people; a script gets all of them. */
const SHOWN_IDS = 10

/** Loads what knows of every secret: other commands start without it. */
const loadParts = () => import('./secret-parts.ts')

/** Adds `secrets rotate`. */
export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('stored passwords and tokens')
  define<{ newKey?: boolean }>(
    secrets
      .command('rotate')
      .description('seal every stored secret anew with the first key, while everything runs')
      .option(
        '--new-key',
        'make a new key in the data folder first (not with SIGHTLINE_SECRET_KEY)',
      ),
    'secrets rotate --new-key',
    async ({ db, config, output, options }) => {
      const { SIGHTLINE_SECRET_KEY: given, dataFolder } = config
      const { addKey, createSecretBox, rotateSecrets } = await loadParts()
      // Looked for first: a command must never be what makes the first key.
      let keys = await requireSecretKeys(given, dataFolder)
      if (options.newKey === true) {
        if (given !== undefined) {
          throw new AppError(
            'badRequest',
            'The keys are those of SIGHTLINE_SECRET_KEY: put a new one (openssl rand -hex 32) and a comma before them, for every controller and for this command.',
          )
        }
        await addKey(db, dataFolder)
        keys = await requireSecretKeys(given, dataFolder)
      }
      const stored = await rotateSecrets(db, createSecretBox(keys))
      const factors = await rotateSecondFactors(db, createSignInSecrets(keys)())
      const rotation = {
        ...stored,
        rewritten: stored.rewritten + factors.rewritten,
        unreadable: [...stored.unreadable, ...factors.unreadable],
      }
      const keyId = keys.writing().id
      const place = given === undefined ? secretKeyFile(dataFolder) : 'SIGHTLINE_SECRET_KEY'
      const hasOthers = keys.all().length > 1
      output.show({ keyId, ...rotation }, wordsOf(rotation, { keyId, place, hasOthers }))
      if (!rotation.isComplete || rotation.unreadable.length > 0) process.exitCode = 1
    },
  )
}

function wordsOf(
  { rewritten, unreadable, isComplete }: Rotation,
  { keyId, place, hasOthers }: { keyId: string; place: string; hasOthers: boolean },
): string {
  if (!isComplete) {
    return `${rewritten} rewritten, and others go on sealing with another key: give every controller the same keys in the same order, then run this again.`
  }
  const lines = [
    `Every secret is sealed with the key ${keyId} (${counted(rewritten, 'monitor or contact', 'monitors and contacts')} rewritten).`,
  ]
  if (unreadable.length > 0) {
    const shown = unreadable.slice(0, SHOWN_IDS).join(', ')
    const more = unreadable.length > SHOWN_IDS ? ', …' : ''
    lines[0] = `${counted(rewritten, 'monitor or contact is', 'monitors and contacts are')} rewritten with the key ${keyId}.`
    lines.push(
      `No key here opens the secrets of ${unreadable.length}: ${shown}${more}. Set their secrets anew, or add the key they were sealed with.`,
    )
  } else if (hasOthers) {
    lines.push(
      `The other keys in ${place} open only backups made before: take them out when none is needed any more.`,
    )
  }
  return lines.join('\n')
}
