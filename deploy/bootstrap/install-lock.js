import {
  accessSync,
  constants,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Runs `work` while nobody else installs into the same folder; a second start waits for the first. */
export async function withInstallLock(root, work) {
  // Beside node_modules, which npm empties.
  const file = join(root, 'deploy', '.bootstrap.lock')
  await take(file, root)
  const release = () => rmSync(file, { force: true })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      release()
      process.exit(130)
    })
  }
  try {
    await work()
  } finally {
    release()
  }
}

function isClosed(folder) {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
  } catch (error) {
    return error.code === 'EACCES'
  }
  return false
}

function explainFolder(root, { code, message }) {
  if (isClosed(join(root, 'node_modules'))) {
    return `The packages in ${root} are closed to this user: who installed them did so with a umask that closes them to others. To open them: chmod -R a+rX ${join(root, 'node_modules')}`
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk is full: nothing can be written to ${root}. The packages need about 500 MB there and in npm's cache.`
  }
  return `The folder ${root} cannot be written (${message}). It must belong to the user who runs this, or its owner runs "RUN_COMPILE_ONLY=1 npm start" there before, which installs everything and starts nothing.`
}

async function take(file, root) {
  const mine = `${file}.${process.pid}`
  let told = false
  try {
    writeFileSync(mine, `${process.pid} ${startOf(process.pid)}`)
    while (!isTaken(mine, file)) {
      const holder = holderOf(file)
      if (holder === null) continue
      const [pid, start] = holder.split(' ')
      if (startOf(pid) !== start) {
        dropStale(file, `${mine}.stale`, holder)
        continue
      }
      if (!told) console.log(`Another start is installing packages (process ${pid}); waiting`)
      told = true
      await delay(250)
    }
  } catch (error) {
    throw new Error(explainFolder(root, error), { cause: error })
  } finally {
    rmSync(mine, { force: true })
  }
}

/** A link appears whole: nobody reads a lock that is not filled in yet. */
function isTaken(mine, file) {
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Of several that find the same dead holder, one takes its lock away; whoever instead catches the
 *  new one puts it back. */
function dropStale(file, aside, holder) {
  try {
    renameSync(file, aside)
    if (holderOf(aside) !== holder) linkSync(aside, file)
  } catch {
    // Somebody else was first.
  }
  rmSync(aside, { force: true })
}

/** Who holds it, as they wrote it: their pid and when they were started. */
function holderOf(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/** When a process was started, so that a recycled pid is not taken for the holder; "gone" without it. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    if (process.platform === 'linux') return 'gone'
  }
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return error.code === 'EPERM' ? 'alive' : 'gone'
  }
}
