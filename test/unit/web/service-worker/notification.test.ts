import { describe, expect, it } from 'vitest'
import { notificationOf } from '../../../../controller/web/src/service-worker/notification.ts'

const payload = {
  id: 'alr_1',
  title: 'Shop is down',
  text: 'Shop went down just now.',
  topic: 'abc',
  path: '/outages/out_1',
  isUrgent: true,
  atMs: 1_773_144_000_000,
}

describe('a notification', () => {
  it('says what the alert says, and keeps where it leads', () => {
    expect(notificationOf(payload, [])).toEqual({
      title: 'Shop is down',
      options: {
        icon: '/icon-192.png',
        badge: '/badge-96.png',
        body: 'Shop went down just now.',
        tag: 'abc',
        data: { id: 'alr_1', path: '/outages/out_1' },
        timestamp: 1_773_144_000_000,
        renotify: true,
        silent: false,
        requireInteraction: true,
      },
    })
  })

  it('is not heard again for a second attempt, but for all that follows', () => {
    expect(notificationOf(payload, ['alr_1']).options).toMatchObject({
      renotify: false,
      silent: true,
    })
    expect(notificationOf({ ...payload, id: 'alr_2' }, ['alr_1']).options).toMatchObject({
      renotify: true,
      silent: false,
    })
  })

  it.each([
    undefined,
    null,
    'text',
    {},
    { ...payload, title: 1 },
    { ...payload, topic: undefined },
  ])('is shown for %j too, as a browser wants one for each message', (sent) => {
    const { title, options } = notificationOf(sent, [])
    expect(title).toBe('Sightline has something to tell')
    // A browser refuses to renew what has no tag.
    expect(options.renotify).toBeUndefined()
    expect(options.data.path).toBe('/')
  })
})
