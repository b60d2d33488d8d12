import type { CDPSession } from 'puppeteer'
import { expect, test } from 'vitest'
import { createPageProcesses } from '../../../../../agent/src/browser/page-watch/page-processes.ts'

/** A session that notes what it is sent. */
function aSession() {
  const sent: string[] = []
  const session = { send: (method: string) => Promise.resolve(sent.push(method)) }
  return { sent, session: session as unknown as CDPSession }
}

/** The processes of a page, and what is told of them. */
function ofPage() {
  const page = aSession()
  const told: string[] = []
  const processes = createPageProcesses(page.session, {
    came: () => told.push('came'),
    gone: ({ targetId }) => told.push(`${targetId} gone`),
  })
  return { page, processes, told }
}

test('frames are listened to until they are gone, and whoever stops to does so everywhere', () => {
  const { page, processes, told } = ofPage()
  const [worker, gone, there] = [aSession(), aSession(), aSession()]
  processes.join({ kind: 'worker', targetId: 'w', session: worker.session })
  processes.join({ kind: 'iframe', targetId: 'a', session: gone.session })
  processes.join({ kind: 'iframe', targetId: 'b', session: there.session })
  processes.leave({ kind: 'iframe', targetId: 'a', session: gone.session })
  processes.leave({ kind: 'worker', targetId: 'w', session: worker.session })
  expect(told).toEqual(['came', 'came', 'a gone'])
  expect(processes.wasCut()).toBe(false)
  processes.stopListening(['Network'])
  expect([page, there, gone, worker].map(({ sent }) => sent.length)).toEqual([1, 1, 0, 0])
  expect(processes.wasCut()).toBe(true)
})

test('a frame whose process dies is gone, and the page not whole; others do not concern it', () => {
  const { processes, told } = ofPage()
  processes.join({ kind: 'iframe', targetId: 'a', session: aSession().session })
  processes.died('of another page')
  expect(processes.wasCut()).toBe(false)
  processes.died('a')
  expect(told).toEqual(['came', 'a gone'])
  expect(processes.wasCut()).toBe(true)
})

test('more frames than any page needs are not listened to', () => {
  const { processes, told } = ofPage()
  for (let at = 0; at < 101; at += 1) {
    processes.join({ kind: 'iframe', targetId: `${at}`, session: aSession().session })
  }
  expect(told).toHaveLength(100)
  expect(processes.wasCut()).toBe(true)
})
