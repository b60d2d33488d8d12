import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Part of `npm run check`: generates the protocol's code anew, beside the checkout, and compares. */

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const COMMITTED = join(ROOT, 'shared/src/gen')

function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file), readFileSync(file, 'utf8')]),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-gen-'))
try {
  cpSync(join(ROOT, 'proto'), join(folder, 'proto'), { recursive: true })
  execFileSync('buf', ['generate', 'proto', '--template', 'proto/buf.gen.yaml'], {
    cwd: folder,
    stdio: 'inherit',
  })
  const fresh = filesOf(join(folder, 'shared/src/gen'))
  const committed = filesOf(COMMITTED)
  const names = new Set([...fresh.keys(), ...committed.keys()])
  const stale = [...names].filter((name) => fresh.get(name) !== committed.get(name))
  if (stale.length > 0) {
    console.error(
      `The generated code is not what proto/ gives: ${stale.join(', ')}. Run npm run gen.`,
    )
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
