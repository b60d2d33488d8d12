// Completes package-lock.json:  node deploy/complete-lock.js
// npm leaves an optional package out of the lock file when the registry in use does not offer it, as
// with mirrors that hold one platform's binaries; `npm ci` then refuses that lock file on every
// machine. This adds what is missing, with the platform read from the package's name.
// A library may name a development tool as an optional peer (better-auth names vitest): npm then installs the tool
// for those too who only run the program. This takes such names out of the lock file; the next npm install sets the
// marks of the tools right.
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../package-lock.json', import.meta.url)

const SYSTEMS = new Set(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'])
const PROCESSORS = new Set(['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'])
/** Processors that packages name otherwise than npm. */
const OTHER_NAMES = { aarch64: 'arm64', armv7: 'arm' }

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const own = path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`
    const top = `node_modules/${name}`
    if (own in lock.packages || top in lock.packages) continue
    if (!/^\d+\.\d+\.\d+[-+.\w]*$/.test(version)) {
      throw new Error(`${path} asks for ${name}@${version}: only an exact version can be added`)
    }
    const words = name.split('/').at(-1).split(/[-.]/)
    const cpu = words.map((word) => OTHER_NAMES[word] ?? word).find((word) => PROCESSORS.has(word))
    const os = words.find((word) => SYSTEMS.has(word))
    // What is compiled to WebAssembly runs on every system, and npm takes it where nothing else is offered.
    const isAnywhere = cpu === 'wasm32'
    if (cpu === undefined || (os === undefined && !isAnywhere))
      throw new Error(`No platform is known for ${name}`)
    const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
    lock.packages[top] = {
      version,
      cpu: [cpu],
      ...(entry.dev ? { dev: true } : {}),
      ...(libc === undefined ? {} : { libc: [libc] }),
      optional: true,
      ...(isAnywhere ? {} : { os: [os] }),
    }
    added += 1
  }
}
const tools = Object.keys(lock.packages[''].devDependencies)
let freed = 0
for (const { peerDependencies = {}, peerDependenciesMeta = {} } of Object.values(lock.packages)) {
  for (const name of tools.filter((tool) => peerDependenciesMeta[tool]?.optional === true)) {
    freed += name in peerDependencies ? 1 : 0
    delete peerDependencies[name]
    delete peerDependenciesMeta[name]
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
)
if (added + freed > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  added + freed === 0
    ? 'The lock file is complete'
    : `Added ${added} packages, took out ${freed} optional peers`,
)
