import { request } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** The first ones are not counted: V8 compiles what runs often. */
const WARM = 500
const COUNTED = 1_000

function head(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'HEAD', agent: false }, (response) => {
      response.resume().on('end', resolve)
    })
    asked.on('error', reject).end()
  })
}

/** Processor time of one HEAD request by node:http over a connection of its own, in ms. Measured in a
 *  thread, because the server runs in this process too. */
export function bareRequestCpuMs(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: url })
    worker.once('message', resolve).once('error', reject)
  })
}

if (!isMainThread && typeof workerData === 'string') {
  for (let done = 0; done < WARM; done += 1) await head(workerData)
  const before = process.threadCpuUsage()
  for (let done = 0; done < COUNTED; done += 1) await head(workerData)
  const { user, system } = process.threadCpuUsage(before)
  // Between threads there are no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage((user + system) / 1_000 / COUNTED)
}
