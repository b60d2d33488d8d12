import { readDiskRoom } from '../../process/disk-room.ts'
import type { Family } from '../family.ts'

/** The program and its machine. */
export const processMetrics: Family = ({ gauge, sources }) => {
  gauge({
    name: 'sightline_build_info',
    help: 'Always 1; its label is the version.',
    labelNames: ['version'],
  }).set({ version: sources.version }, 1)
  gauge({
    name: 'sightline_clock_offset_seconds',
    help: "How far this machine's clock is ahead of the database's, which all controllers work by.",
    collect() {
      this.set(sources.clockOffsetMs() / 1000)
    },
  })
  gauge({
    name: 'sightline_data_disk_bytes',
    help: 'Room on the disk of the data folder: free and in all.',
    labelNames: ['kind'],
    async collect() {
      const room = await readDiskRoom(sources.dataFolder)
      this.reset()
      if (room === null) return
      this.set({ kind: 'free' }, room.freeBytes)
      this.set({ kind: 'size' }, room.bytes)
    },
  })
  return {}
}
