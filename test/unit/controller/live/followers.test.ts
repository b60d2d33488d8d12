import { AppError } from '@sightline/shared/errors'
import { expect, test } from 'vitest'
import type { Followers } from '../../../../controller/src/live/followers.ts'
import { makeRoom } from '../../../../controller/src/live/followers.ts'

/** Followers as they come, with the names of those who were let go. */
function someFollowers() {
  const all: Followers = new Set()
  const ended: string[] = []
  function follow(workspaceId: number, personId: number, name = ''): void {
    makeRoom(all, { workspaceId, personId }, false)
    const over = (): void => void ended.push(name)
    const follower = { tell: () => undefined, sessionId: null, personId, over }
    all.add({ workspaceId, follower, isCatchingUp: false })
  }
  const ofWorkspace = (id: number): number =>
    [...all].filter(({ workspaceId }) => workspaceId === id).length
  return { all, ended, follow, ofWorkspace }
}

function refusal(work: () => void): AppError {
  try {
    work()
  } catch (error: unknown) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('it was not refused')
}

test('ten workspaces that follow as often as they may leave others their place', () => {
  const { all, ended, follow, ofWorkspace } = someFollowers()
  for (let id = 1; id <= 10; id += 1) {
    for (let i = 0; i < 50; i += 1) follow(id, id, `${id}: ${i}`)
  }
  follow(11, 11)
  follow(11, 11)
  expect(ofWorkspace(11)).toBe(2)
  expect(all.size).toBe(500)
  // Of those that have most, the one that came first.
  expect(ended).toEqual(['1: 0', '2: 0'])
  for (let i = 2; i < 45; i += 1) follow(11, 11)
  const { code, message } = refusal(() => follow(11, 11))
  expect([code, message]).toEqual([
    'tooManyRequests',
    'All 500 connections that may follow workspaces here are taken, 45 of them by this one, and no other has more than its share: close one first, or try again later.',
  ])
})

test('one who follows as often as a workspace may leaves others of it their place', () => {
  const { ended, follow, ofWorkspace } = someFollowers()
  for (let i = 0; i < 49; i += 1) follow(1, 1, `first ${i}`)
  follow(1, 2, 'second')
  follow(1, 3)
  expect(ended).toEqual(['first 0'])
  expect(ofWorkspace(1)).toBe(50)
  const { code, message } = refusal(() => follow(1, 1))
  expect([code, message]).toEqual([
    'tooManyRequests',
    '50 connections follow the workspace already: close one first.',
  ])
})

test('where a workspace gives way, it is whoever of it follows most', () => {
  const { ended, follow } = someFollowers()
  follow(1, 99, 'the only one')
  for (let i = 1; i < 50; i += 1) follow(1, 1, `of many ${i}`)
  for (let id = 2; id <= 10; id += 1) for (let i = 0; i < 50; i += 1) follow(id, id)
  follow(11, 11)
  expect(ended).toEqual(['of many 1'])
})

test('where nobody has more than another, one who comes is told to come later', () => {
  const { follow } = someFollowers()
  for (let id = 1; id <= 500; id += 1) follow(id, id)
  const { code, message } = refusal(() => follow(501, 501))
  expect([code, message]).toEqual([
    'unavailable',
    'Too many follow what happens here: try again later.',
  ])
})
