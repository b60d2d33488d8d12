// What npm cannot bring, why it is wanted, and how it comes to a machine.

const FONTS = {
  // Latin, Greek, Cyrillic, Arabic, Hebrew; 3 MB.
  'fonts-dejavu-core': /DejaVuSans\.ttf$|NotoSansHebrew|NotoNaskhArabic/i,
  // Chinese and Japanese; 4 MB, where fonts-noto-cjk has 91.
  'fonts-droid-fallback': /DroidSansFallback|CJK|SourceHan|NotoSans(?:SC|TC|JP)|TakaoGothic|ipag/i,
  // Korean, and what of Chinese the one above lacks; 5 MB.
  'fonts-wqy-microhei': /wqy|CJK|SourceHan|NotoSansKR|Nanum|UnDotum/i,
  // 11 MB; no smaller one has all of them.
  'fonts-noto-color-emoji': /emoji/i,
}

const COMMANDS = {
  ping: {
    fedora: 'sudo dnf install -y mtr',
    alpine: 'sudo apk add mtr',
    arch: 'sudo pacman -S mtr',
    macos: 'brew install mtr',
    other: "install your system's mtr package",
  },
  browser: {
    fedora: 'sudo dnf install -y sqlite-libs',
    alpine: 'sudo apk add chromium',
    arch: 'sudo pacman -S sqlite',
    other: "install your system's sqlite library",
  },
  fonts: {
    fedora:
      'sudo dnf install -y dejavu-sans-fonts google-noto-sans-cjk-fonts google-noto-color-emoji-fonts',
    alpine: 'sudo apk add font-dejavu font-noto-cjk font-noto-emoji',
    arch: 'sudo pacman -S ttf-dejavu noto-fonts-cjk noto-fonts-emoji',
    other: 'install fonts for Chinese, Japanese, Korean, Arabic, Hebrew and emoji',
  },
}

const SENTENCES = {
  ping: 'Ping monitors and traceroutes need mtr-packet, which is not installed; everything else works.',
  browser:
    'The browser needs the library libsqlite3.so.0 for https pages, which is not installed; what needs no browser works.',
  fonts: 'Screenshots show boxes for scripts that no font is installed for.',
}

/** What a machine lacks, each with its Debian package and what it is for. */
export function missingPackages(machine) {
  const missing = []
  if (!machine.hasProgram('mtr-packet')) missing.push({ name: 'mtr-tiny', purpose: 'ping' })
  if (!machine.usesPackagedChrome) return missing
  if (!machine.hasLibrary('libsqlite3.so.0')) {
    missing.push({ name: 'libsqlite3-0', purpose: 'browser' })
  }
  for (const [name, file] of Object.entries(FONTS)) {
    if (!machine.hasFont(file)) missing.push({ name, purpose: 'fonts' })
  }
  return missing
}

/** How what is missing comes: `install` by apt-get as root; `bring` without root into a folder of this
 *  project, which nothing but the browser uses; the rest is told. */
export function waysOf(missing, machine) {
  if (!machine.isAllowed || machine.family !== 'debian' || !machine.hasProgram('apt-get')) {
    return { install: [], bring: [] }
  }
  if (machine.isRoot) return { install: missing, bring: [] }
  if (!machine.hasProgram('dpkg-deb')) return { install: [], bring: [] }
  // mtr-packet works for nobody but root unless root installs it.
  return { install: [], bring: missing.filter(({ purpose }) => purpose !== 'ping') }
}

/** A sentence and a command for each purpose of what is still missing. */
export function advice(missing, family) {
  return Object.keys(SENTENCES).flatMap((purpose) => {
    const names = missing.filter((need) => need.purpose === purpose).map(({ name }) => name)
    if (names.length === 0) return []
    const command =
      family === 'debian'
        ? `sudo apt-get install -y --no-install-recommends ${names.join(' ')}`
        : (COMMANDS[purpose][family] ?? COMMANDS[purpose].other)
    return [`${SENTENCES[purpose]} To install it: ${command}`]
  })
}
