import { describe, expect, it } from 'vitest'
import {
  CHANNEL_FIELDS,
  CHANNEL_NAMES,
  CHANNELS,
  MAIN_FIELDS,
} from '../../../../../controller/src/alerting/channels/index.ts'

describe('the registry of channels', () => {
  it('has each field of a contact once', () => {
    const names = CHANNEL_NAMES.flatMap((name) => Object.keys(CHANNELS[name].fields))
    expect(names).toEqual([...new Set(names)])
    expect(Object.keys(CHANNEL_FIELDS)).toEqual(names)
    expect(MAIN_FIELDS).toHaveLength(CHANNEL_NAMES.length)
  })

  it.each(CHANNEL_NAMES)('shows of a contact without %s nothing in all its fields', (name) => {
    const { fields, show } = CHANNELS[name]
    expect(show(undefined)).toEqual(
      Object.fromEntries(Object.keys(fields).map((field) => [field, null])),
    )
  })

  it.each(CHANNEL_NAMES)('gives a contact no %s when nothing is sent', (name) => {
    expect(CHANNELS[name].change(undefined, {})).toEqual({ address: null })
  })
})
