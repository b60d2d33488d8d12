import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptGet, reasonOf, wantsUpdate } from './apt.js'
import { bringPackages } from './bring-packages.js'
import { thisMachine } from './machine.js'
import { advice, missingPackages, waysOf } from './package-needs.js'
import { readJson } from './read-json.js'

/** All downloads together: a mirror that hangs must not hold up a start. */
const LIMIT_MS = 90_000

/** A machine where it failed is asked again after a day, not at every start. */
const RETRY_AFTER_MS = 24 * 3_600_000

const TURNS_OFF = 'SIGHTLINE_SYSTEM_PACKAGES=0 turns this off'

/** Brings what npm cannot, as far as this machine lets it: mtr-packet for ping and traceroute, and a
 *  library and fonts for the browser. What cannot be brought is told with its command. Never an error:
 *  the rest works without. */
export async function offerSystemPackages(root) {
  const own = join(root, 'deploy', '.system-packages')
  const machine = thisMachine(own)
  const missing = missingPackages(machine)
  if (missing.length === 0) return
  const { install, bring } = waysOf(missing, machine)
  const noteFile = join(root, 'node_modules', '.sightline-system-packages.json')
  const note = readJson(noteFile)
  const isRecent = note !== null && Date.now() - note.at < RETRY_AFTER_MS
  if (isRecent && note.state === stateOf(missing, machine)) return
  const deadline = Date.now() + LIMIT_MS
  if (install.length > 0) {
    console.log(`Installing ${namesOf(install)} with apt-get (${TURNS_OFF})`)
    // Apart: a mirror without one of the fonts must not cost the rest.
    const kinds = [
      install.filter(({ purpose }) => purpose !== 'fonts'),
      install.filter(({ purpose }) => purpose === 'fonts'),
    ]
    for (const kind of kinds) if (kind.length > 0) tell(kind, await installPackages(kind, deadline))
  } else if (bring.length > 0) {
    console.log(
      `Bringing ${namesOf(bring)} for the browser with apt-get, without root (${TURNS_OFF})`,
    )
    const names = bring.map(({ name }) => name)
    tell(bring, await bringPackages(names, own, deadline))
  }
  const left = missingPackages(machine)
  if (left.length === 0) return
  for (const line of advice(left, machine.family)) console.log(line)
  try {
    writeFileSync(noteFile, JSON.stringify({ at: Date.now(), state: stateOf(left, machine) }))
  } catch {
    // Told again next time.
  }
}

/** What is missing and what would be done about it: another state is another try. */
function stateOf(missing, machine) {
  const { install, bring } = waysOf(missing, machine)
  return namesOf([...missing, ...install, ...bring])
}

function namesOf(packages) {
  return packages.map(({ name }) => name).join(', ')
}

function tell(packages, problem) {
  const names = namesOf(packages)
  console.log(problem === null ? `Installed ${names}` : `  ${names} could not be had: ${problem}`)
}

/** Returns null when they are installed, else why not. The deadline is for downloading: what dpkg has
 *  begun it finishes. */
export async function installPackages(packages, deadline) {
  const names = packages.map(({ name }) => name)
  const install = ['install', '-y', '--no-install-recommends', ...names]
  const download = [...install, '--download-only']
  let result = await aptGet(download, { deadline })
  if (wantsUpdate(result)) {
    await aptGet(['update'], { deadline })
    result = await aptGet(download, { deadline })
  }
  if (result.status !== 0 && Date.now() >= deadline) {
    return `not downloaded after ${LIMIT_MS / 1_000} s`
  }
  if (result.status === 0) result = await aptGet([...install, '--no-download'], {})
  return result.status === 0 ? null : reasonOf(result)
}
