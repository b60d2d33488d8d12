import { counted } from '@sightline/shared/counted'
import { expect, it } from 'vitest'

it.each([
  [counted(0, 'image'), '0 images'],
  [counted(1, 'image'), '1 image'],
  [counted(2, 'image'), '2 images'],
  [counted(1, 'link has', 'links have'), '1 link has'],
  [counted(12, 'link has', 'links have'), '12 links have'],
])('tells %s as a person would', (told, expected) => {
  expect(told).toBe(expected)
})
