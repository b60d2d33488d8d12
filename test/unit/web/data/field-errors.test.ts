import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../controller/web/src/data/api.ts'
import {
  formErrors,
  namedRefusal,
  sentencesByField,
} from '../../../../controller/web/src/data/field-errors.ts'
import { entryPath } from '../../../../controller/web/src/parts/monitor-form/paths.ts'
import { fieldNameAt } from '../../../../controller/web/src/words/monitor-fields.ts'

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

  it('about entries of a list stand at the list, and say which', () => {
    const errors = formErrors(
      refusal(
        'The field "settings.expectedStatus[1]" is "9": it must be a status code. The field "settings.jsonChecks[0].value" is "x": it must be a number.',
      ),
      () => true,
    )
    expect(errors.of('settings.expectedStatus')).toBe('Entry 2: It must be a status code.')
    expect(errors.of('settings.jsonChecks')).toBe('Entry 1: It must be a number.')
    expect(errors.of(`settings.${entryPath('jsonChecks', 0, 'value')}`)).toBe(
      'It must be a number.',
    )
    expect(errors.of('settings.expected')).toBeUndefined()
  })

  it('are told with the names that people know', () => {
    const name = (path: string) => fieldNameAt('web', path)
    expect(namedRefusal('The field "url" is "": it must not be empty.', name)).toBe(
      'Address: It must not be empty.',
    )
    expect(
      namedRefusal('The field "settings.expectedStatus[1]" is "9": it must be a code.', name),
    ).toBe('Status codes: It must be a code.')
    expect(namedRefusal('There is such a monitor.', name)).toBe('There is such a monitor.')
  })

  it('of other kinds belong to the form', () => {
    expect(formErrors(refusal('There is such a monitor.', 409), () => true).rest).toBe(
      'There is such a monitor.',
    )
    expect(formErrors(null, () => true).rest).toBeUndefined()
  })
})
