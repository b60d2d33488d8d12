import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import { readCrawlProgress } from '../../db/crawl-progress.ts'
import type { CrawlOwner } from '../../db/crawl-jobs.ts'
import type { Database } from '../../db/pool.ts'
import { sharerOfKey } from '../../limits/sharer.ts'
import { whoGivesWay } from '../../limits/who-gives-way.ts'
import type { Loop } from '../../process/loop.ts'
import { startLoop } from '../../process/loop.ts'
import { createTroubleLog } from '../../process/trouble-log.ts'
import type { CrawlJobHeader } from '../job-view.ts'
import { jobHeader, readCrawlJob } from '../job-view.ts'

/** How soon a change is told. */
const LOOK_EVERY_MS = 1_000
/** Followers of one workspace, or of one key without one. */
const MAX_OF_ONE = 20
/** Followers at one controller: each is an open connection that takes some 50 kB. */
const MAX_AT_ALL = 500

/** Who wants to know how a crawl goes on. */
export interface CrawlFollower {
  /** The crawl is there, or something of it changed. */
  readonly changed: (header: CrawlJobHeader) => void
  /** Nothing more comes. @param header null where the crawl is gone, or the program stops */
  readonly over: (header: CrawlJobHeader | null) => void
}

/** Follows crawls, whichever controller looks after them. */
export interface CrawlWatch {
  /** Tells a follower of a crawl how it is, at once and then whenever that changes.
   *  @returns what to call when it leaves
   *  @throws AppError notFound, tooManyRequests, unavailable */
  readonly follow: (
    owner: CrawlOwner,
    publicId: string,
    follower: CrawlFollower,
  ) => Promise<() => void>
  /** Lets all followers go. */
  readonly stop: () => Promise<void>
}

interface Followed {
  readonly jobId: number
  readonly sharer: string
  readonly follower: CrawlFollower
  /** What it was told last, JSON. */
  told: string
}

const isOver = ({ status }: CrawlJobHeader): boolean => status !== 'queued' && status !== 'running'

/** Makes a watch that reads all crawls with followers by one statement a second, and nothing without any. */
export function createCrawlWatch(db: Database, log: Logger, everyMs = LOOK_EVERY_MS): CrawlWatch {
  const all = new Set<Followed>()
  const trouble = createTroubleLog(log, {
    met: 'crawls that somebody follows could not be read: it is tried again',
    over: 'crawls that somebody follows can be read again',
  })
  let loop: Loop | null = null
  let isStopped = false

  function tell(followed: Followed, header: CrawlJobHeader): void {
    const text = JSON.stringify(header)
    if (isOver(header)) {
      all.delete(followed)
      followed.follower.over(header)
    } else if (text !== followed.told) {
      followed.told = text
      followed.follower.changed(header)
    }
  }

  function letGo(followed: Followed): void {
    all.delete(followed)
    followed.follower.over(null)
  }

  async function look(): Promise<number> {
    const asked = [...all]
    try {
      const rows = await readCrawlProgress(db, [...new Set(asked.map(({ jobId }) => jobId))])
      trouble.over()
      for (const followed of asked) {
        const row = rows.get(followed.jobId)
        if (!all.has(followed)) continue
        if (row === undefined) letGo(followed)
        else tell(followed, jobHeader(row))
      }
    } catch (error: unknown) {
      trouble.met(error)
    }
    rest()
    return everyMs
  }

  /** Looks for nothing while nobody follows. */
  function rest(): void {
    if (all.size > 0) return
    void loop?.stop()
    loop = null
  }

  /** Where all places are taken, who has most of them gives way to who has fewer, and connects again. */
  function makeRoom(sharer: string): void {
    const headers = { 'Retry-After': '30' }
    const own = [...all].filter((followed) => followed.sharer === sharer).length
    if (own >= MAX_OF_ONE) {
      throw new AppError(
        'tooManyRequests',
        `${MAX_OF_ONE} connections follow crawls already: close one first, or read the crawl itself now and then.`,
        { headers },
      )
    }
    if (!isStopped && all.size < MAX_AT_ALL) return
    const [first] = isStopped ? [] : whoGivesWay(all, (followed) => followed.sharer, sharer)
    if (first === undefined) {
      throw new AppError('unavailable', 'Too many crawls are being followed: try again later.', {
        headers,
      })
    }
    letGo(first)
  }

  return {
    async follow(owner, publicId, follower) {
      const job = await readCrawlJob(db, owner, publicId)
      const sharer = sharerOfKey(owner)
      const header = jobHeader(job)
      makeRoom(sharer)
      const followed: Followed = { jobId: job.id, sharer, follower, told: '' }
      all.add(followed)
      tell(followed, header)
      if (all.size > 0) loop ??= startLoop(look)
      return () => {
        all.delete(followed)
        rest()
      }
    },
    async stop() {
      isStopped = true
      for (const followed of all) letGo(followed)
      await loop?.stop()
      loop = null
    },
  }
}
