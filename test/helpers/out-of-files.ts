import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** What the program has besides what it imports. */
const TOOLS = `
import { closeSync, openSync } from 'node:fs'
const held = []
/** Opens files until only so many more can be. */
function fillUp(left) {
  process.stdout.write('')
  try {
    for (;;) held.push(openSync('/dev/null', 'r'))
  } catch {}
  for (const file of held.splice(0, left)) closeSync(file)
}
/** Makes room again and gives the test what was found. */
function report(found) {
  for (const file of held.splice(0)) closeSync(file)
  process.stdout.write(JSON.stringify(found))
}
`

/** Runs a program in a process of its own that few files can be opened in, until it has nothing left to
 *  do. Rejects with its output when it ends by an exception.
 *  @param imports what it takes from which module, by the module's path from the repository's root
 *  @param source calls `fillUp(left)`, and `report(found)` once
 *  @returns what it reported */
export async function runOutOfFiles(
  imports: Readonly<Record<string, string>>,
  source: string,
): Promise<unknown> {
  const root = new URL('../../', import.meta.url)
  const lines = Object.entries(imports).map(
    ([names, path]) =>
      `import { ${names} } from ${JSON.stringify(fileURLToPath(new URL(path, root)))}`,
  )
  const program = [...lines, TOOLS, source].join('\n')
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', 'ulimit -n 200; exec "$0" --input-type=module -e "$1"', process.execPath, program],
    { cwd: fileURLToPath(root) },
  )
  return JSON.parse(stdout)
}
