// Runs before every npm script, on whatever Node is there and before node_modules exists: plain
// JavaScript without dependencies. It installs what the script needs and is missing.
//   node deploy/bootstrap.js PURPOSE     start, agent, cli, test, check, gen or bench
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled, installPackages } from './bootstrap/packages.js'
import { withInstallLock } from './bootstrap/install-lock.js'
import { offerSystemPackages } from './bootstrap/system-packages.js'
import { buildWeb, isWebBuilt } from './bootstrap/web-build.js'

const PURPOSES = {
  start: { dev: false, system: true, web: true },
  agent: { dev: false, system: true, web: false },
  cli: { dev: false, system: false, web: false },
  test: { dev: true, system: true, web: true },
  check: { dev: true, system: false, web: false },
  gen: { dev: true, system: false, web: false },
  bench: { dev: true, system: true, web: true },
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function refuse(message) {
  console.error(message)
  process.exit(1)
}

/** Of several starts one works, and the others wait for it. */
async function unlessDone(isDone, work) {
  if (isDone()) return
  await withInstallLock(root, async () => {
    // Whoever was first may have done it all.
    if (!isDone()) await work()
  })
}

/** A controller works without the app, or with the one before: that it cannot be built keeps nobody from starting. */
async function bringApp() {
  try {
    await unlessDone(
      () => isWebBuilt(root),
      () => buildWeb(root),
    )
  } catch (error) {
    console.error(
      `The app could not be built; the API works without it.\n${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const purpose = PURPOSES[process.argv[2] ?? '']
if (purpose === undefined) {
  refuse(`Usage: node deploy/bootstrap.js ${Object.keys(PURPOSES).join('|')}`)
}
if (process.platform === 'win32') {
  refuse('Sightline runs on Linux and macOS. On Windows, run it in WSL (wsl --install).')
}
if (Number(process.versions.node.split('.')[0]) < 18) {
  refuse(`Node ${process.versions.node} is too old to install with: Node 18 or newer is needed.`)
}

try {
  await unlessDone(
    () => isInstalled(root, purpose.dev),
    () => installPackages(root, purpose.dev),
  )
  if (purpose.web) await bringApp()
  if (purpose.system) await offerSystemPackages(root)
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error))
}
