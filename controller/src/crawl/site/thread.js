// Plain JavaScript: a thread begins with nothing that is compiled, and stripping its modules of their types anew took
// as long as the figures of 2,000 pages.
import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

if (workerData.compiledFolder !== null) enableCompileCache(workerData.compiledFolder)
const { serveOrders } = await import('./serve-orders.ts')
serveOrders(parentPort, workerData)
