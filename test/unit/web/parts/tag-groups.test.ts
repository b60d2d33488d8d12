import type { MonitorStatus } from '@sightline/shared/check-words'
import { describe, expect, it } from 'vitest'
import { tagGroups } from '../../../../controller/web/src/parts/monitors/tag-groups.ts'
import { STATUS_ORDER } from '../../../../controller/web/src/words/statuses.ts'

const monitor = (name: string, status: MonitorStatus, ...tags: string[]) => ({ name, status, tags })

describe('groups of monitors by tag', () => {
  const groups = tagGroups(
    [
      monitor('a', 'up', 'shop'),
      monitor('b', 'down', 'shop', 'api'),
      monitor('c', 'degraded', 'docs'),
      monitor('d', 'paused', 'blog'),
      monitor('e', 'up', 'blog'),
      monitor('f', 'down'),
    ],
    STATUS_ORDER,
  )

  it('stand by urgency, then name, those without a tag last', () => {
    expect(groups.map(({ tag, status, isWell }) => [tag, status, isWell])).toEqual([
      ['api', 'down', false],
      ['shop', 'down', false],
      ['docs', 'degraded', false],
      ['blog', 'up', true],
      [null, 'down', false],
    ])
  })

  it('have each monitor under all of its tags, the worst first, and count them', () => {
    expect(groups[1]?.monitors.map(({ name }) => name)).toEqual(['b', 'a'])
    expect([...(groups[1]?.counts ?? [])]).toEqual([
      ['down', 1],
      ['up', 1],
    ])
    expect(tagGroups([], STATUS_ORDER)).toEqual([])
  })
})
