import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the bootstrap brings for the packaged Chrome on a machine that lacks it, where it may not install
 *  it (deploy/bootstrap/bring-packages.js): `lib` and `fonts`. */
const BROUGHT = fileURLToPath(new URL('../../../deploy/.system-packages', import.meta.url))

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Written out because the package's own configuration names folders that any user of a machine may fill,
 *  and a bare machine has none. Of several fonts the first that has a character shows it. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${escaped(path.join(BROUGHT, 'fonts'))}</dir>
  <cachedir prefix="relative">cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family><family>DejaVu Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`

/** Makes the configuration of fonts what it has to be, whichever version of the agent unpacked it. */
async function writeFontSettings(folder: string): Promise<void> {
  const file = path.join(folder, 'fonts.conf')
  if ((await readFile(file, 'utf8').catch(() => null)) === FONTS) return
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, FONTS)
  await rename(unfinished, file)
}

/** What an unpacked Chrome needs of its environment, so that it works on a machine that has next to
 *  nothing: its libraries (NSS loads libsqlite3 at its first https page, which no package of npm brings)
 *  and its fonts.
 *  @param unpacked folder that holds its `libraries` and `fonts` */
export async function chromeEnvironment(unpacked: string): Promise<Record<string, string>> {
  const fonts = path.join(unpacked, 'fonts')
  await writeFontSettings(fonts)
  const libraries = [path.join(unpacked, 'libraries', 'lib'), path.join(BROUGHT, 'lib')]
  return { LD_LIBRARY_PATH: libraries.filter(existsSync).join(':'), FONTCONFIG_PATH: fonts }
}
