import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createRenewal } from '../../../../agent/src/connection/renewal.ts'

let isIdle: boolean
let renewed: number

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  isIdle = false
  renewed = 0
})

const renewalOf = () => createRenewal({ isIdle: () => isIdle, renew: () => (renewed += 1) })

test('what changed is announced at once, or as soon as nothing is under way', () => {
  const renewal = renewalOf()
  renewal.ask()
  renewal.ask()
  vi.advanceTimersByTime(5_000)
  expect(renewed).toBe(0)
  isIdle = true
  vi.advanceTimersByTime(1_000)
  expect(renewed).toBe(1)
  renewal.ask()
  expect(renewed).toBe(2)
})

test('an agent that is never idle announces it after two minutes, once', () => {
  const renewal = renewalOf()
  renewal.ask()
  vi.advanceTimersByTime(119_000)
  renewal.ask()
  expect(renewed).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(renewed).toBe(1)
  vi.advanceTimersByTime(600_000)
  expect(renewed).toBe(1)
})

test('one that stops announces nothing', () => {
  const renewal = renewalOf()
  renewal.ask()
  renewal.stop()
  vi.advanceTimersByTime(600_000)
  expect(renewed).toBe(0)
})
