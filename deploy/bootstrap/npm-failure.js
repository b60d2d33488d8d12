const CAUSES = [
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|network request|ERR_SOCKET_TIMEOUT|ENOTCACHED/,
    () =>
      'The npm registry cannot be reached. Check the network, the proxy (npm config get proxy) and the registry (npm config get registry).',
  ],
  [
    /ENOSPC|EDQUOT/,
    () => "The disk is full. The packages need about 500 MB here and in npm's cache.",
  ],
  [
    /EACCES|EPERM|EROFS/,
    (root) =>
      `A file may not be written. The folder ${root} and npm's cache must belong to the user who runs this: a start as root before leaves files that only root may change.`,
  ],
  [
    /EUSAGE|can only install packages when/,
    () => 'package.json and package-lock.json do not fit together: run npm install.',
  ],
  [
    /E401|E403|ENEEDAUTH/,
    () => 'The npm registry refused access: check npm config get registry and its credentials.',
  ],
  [
    /EINTEGRITY/,
    () => 'A downloaded package is damaged: run npm cache clean --force and try again.',
  ],
]

/** Lines that help nobody: warnings of something else, where the log is, and where in npm it happened. */
const NOISE =
  /^npm (?:warn|WARN) (?!tar)|^A complete log of this run|^For a full report|^at .*:\d+:\d+\)?$|^(?:syscall|errno) /

/** Says in a sentence or two why npm ci failed, with npm's own first words.
 *  `output` is what npm wrote; `root` the project's folder. */
export function explainNpmFailure(output, root) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !NOISE.test(line))
    .map((line) => line.replace(/^npm (?:warn|WARN) tar /, ''))
  const cause = CAUSES.find(([pattern]) => pattern.test(output))
  const advice = cause === undefined ? [] : [cause[1](root)]
  const said = [...new Set(lines)].slice(0, cause === undefined ? 15 : 5).map((line) => `  ${line}`)
  return ['The packages could not be installed.', ...advice, 'npm said:', ...said].join('\n')
}
