import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../controller/web/src/data/api.ts'
import { formErrors, sentencesByField } from '../../../../controller/web/src/data/field-errors.ts'

const refusal = (error: string, status = 400) => new ApiError(status, { error }, null)

describe('sentences of a refusal', () => {
  it('stand at the fields they name', () => {
    const text =
      'The field "name" is "": it must not be empty. The field "settings.keyword.mode" is "x": it must be one of contains, absent, regex.'
    expect([...sentencesByField(text)]).toEqual([
      ['name', 'It must not be empty.'],
      ['settings.keyword.mode', 'It must be one of contains, absent, regex.'],
    ])
  })

  it('that have no field on the form are said as a whole', () => {
    const errors = formErrors(
      refusal('The field "a" is missing: it must be a string.'),
      () => false,
    )
    expect(errors.of('a')).toBe('It must be a string.')
    expect(errors.rest).toBe('The field "a" is missing: it must be a string.')
  })

  it('of other kinds belong to the form', () => {
    expect(formErrors(refusal('There is such a monitor.', 409), () => true).rest).toBe(
      'There is such a monitor.',
    )
    expect(formErrors(null, () => true).rest).toBeUndefined()
  })
})
