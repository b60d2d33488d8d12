import { anySignal } from '@sightline/shared/any-signal'
import type { IpFamily } from '@sightline/shared/name-resolution'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { Dial } from '../../net/dial.ts'
import type { ProxyTarget } from '../proxy-request.ts'
import type { ContextShare } from './context-share.ts'
import type { Refusals } from './refusals.ts'
import { refusalOfDial } from './refusals.ts'
import type { Refusal } from './refusal.ts'

const DIAL_MS = 20_000

const TOO_MUCH: Refusal = {
  message: 'The page asked for more than a rendering may load.',
  isBlocked: false,
}

/** Connects for a client, as long as that is there.
 *  @param key what a refusal is remembered by */
export type Reach = (
  target: ProxyTarget,
  key: string,
  client: Writable,
) => Promise<{ readonly socket: Socket } | { readonly refusal: Refusal }>

/** @param way.closed when the context is gone */
export function createReach(way: {
  readonly dial: Dial
  readonly family: IpFamily
  readonly share: ContextShare
  readonly refusals: Refusals
  readonly closed: AbortSignal
}): Reach {
  const { family, share, refusals, closed } = way
  // Requests come in from Chrome: the guard is to know for whom the context is all the same.
  const dial = AsyncLocalStorage.bind(way.dial)

  function refuse(key: string, refusal: Refusal): { refusal: Refusal } {
    refusals.note(key, refusal)
    return { refusal }
  }

  return async (target, key, client) => {
    const giveBack = share.take()
    if (giveBack === null) return refuse(key, TOO_MUCH)
    const left = new AbortController()
    const leave = (): void => left.abort()
    client.once('close', leave)
    const signal = anySignal([closed, left.signal, AbortSignal.timeout(DIAL_MS)])
    const dialled = await dial({ ...target, family }, signal).catch(() => null)
    client.off('close', leave)
    if (dialled?.ok !== true) {
      giveBack()
      const refusal = refusalOfDial(dialled)
      // A client that left says nothing about the target.
      return left.signal.aborted ? { refusal } : refuse(key, refusal)
    }
    const { socket } = dialled
    socket.once('close', giveBack)
    share.keep(socket)
    if (closed.aborted || client.destroyed) {
      socket.destroy()
      return { refusal: { message: 'The page is gone.', isBlocked: false } }
    }
    refusals.forget(key)
    return { socket }
  }
}
