// Starts the installation of this folder as a person would, has it take a screenshot of an https page on
// this machine, and stops it. Ends with 1 and what was said when something of that fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { serveOwnPage } from '../agent/src/browser/trial/own-page.ts'

const FIRST_RUN = 'data/first-run.json'
const START_MS = 90_000
/** Chrome is unpacked and tried first. */
const SCREENSHOT_MS = 100_000

const page = await serveOwnPage()
const installation = spawn('npm', ['start'], {
  env: {
    ...process.env,
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const ended = once(installation, 'exit')

async function screenshot(): Promise<string> {
  const deadline = performance.now() + START_MS
  while (!existsSync(FIRST_RUN)) {
    if (performance.now() > deadline) throw new Error('it was not ready in time')
    if (installation.exitCode !== null) throw new Error('it did not start')
    await delay(200)
  }
  const { url, apiKey } = JSON.parse(readFileSync(FIRST_RUN, 'utf8')) as Record<string, string>
  const asked = `https://127.0.0.1:${page.port}/`
  const answer = await fetch(`${url}/api/v1/screenshot?url=${asked}`, {
    headers: { 'X-API-Key': apiKey ?? '' },
    signal: AbortSignal.timeout(SCREENSHOT_MS),
  })
  const type = answer.headers.get('content-type')
  const body = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || type !== 'image/png') throw new Error(body.toString().slice(0, 500))
  return `${body.length} bytes of ${type}`
}

try {
  process.stdout.write(`Screenshot of an https page: ${await screenshot()}\n`)
} catch (error) {
  process.stderr.write(`Screenshot of an https page: ${String(error)}\n`)
  process.exitCode = 1
} finally {
  page.close()
  installation.kill('SIGTERM')
  await Promise.race([ended, delay(15_000, null, { ref: false })])
}
