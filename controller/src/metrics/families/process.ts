import { statfs } from 'node:fs/promises'
import type { Family } from '../family.ts'

/** Resolution of the measured delay: at 10 ms, the usual, the program woke a hundred times a second for it. */
const LOOP_PRECISION_MS = 25

/** The program and its machine. */
export const processMetrics: Family = ({ prom, register, sources }) => {
  const registers = [register]
  prom.collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_PRECISION_MS })
  new prom.Gauge({
    name: 'sightline_build_info',
    help: 'Always 1; its label is the version.',
    labelNames: ['version'],
    registers,
  }).set({ version: sources.version }, 1)
  new prom.Gauge({
    name: 'sightline_clock_offset_seconds',
    help: "How far this machine's clock is ahead of the database's, which all controllers work by.",
    registers,
    collect() {
      this.set(sources.clockOffsetMs() / 1000)
    },
  })
  new prom.Gauge({
    name: 'sightline_data_disk_bytes',
    help: 'Room on the disk of the data folder: free and in all.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const { bavail, blocks, bsize } = await statfs(sources.dataFolder)
      this.set({ kind: 'free' }, bavail * bsize)
      this.set({ kind: 'size' }, blocks * bsize)
    },
  })
  return {}
}
