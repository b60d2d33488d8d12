import { EnvironmentError } from '@sightline/shared/environment'
import { expect, test } from 'vitest'
import { readSupervisorConfig } from '../../../../controller/src/supervisor/config.ts'

test('everything has a default', () => {
  const config = readSupervisorConfig({})
  expect(config.DATABASE_URL).toBeUndefined()
  expect(config.SIGHTLINE_LOCAL_REGIONS).toEqual(['local'])
  expect(config.PORT).toBe(8080)
  expect(config.dataFolder).toBe(`${process.cwd()}/data`)
})

test('local locations are a list, and "none" starts no agent', () => {
  const regions = (text: string) =>
    readSupervisorConfig({ SIGHTLINE_LOCAL_REGIONS: text }).SIGHTLINE_LOCAL_REGIONS
  expect(regions('eu-west, us-east,ap-south')).toEqual(['eu-west', 'us-east', 'ap-south'])
  expect(regions('none')).toEqual([])
  expect(regions('')).toEqual(['local'])
})

test.each([
  ['PORT', '70000', 'PORT is "70000": must be a port number from 0 to 65535'],
  ['SIGHTLINE_LOCAL_REGIONS', 'Europe', 'SIGHTLINE_LOCAL_REGIONS is "Europe": must be a location'],
  ['SIGHTLINE_LOCAL_REGIONS', 'none,a', 'SIGHTLINE_LOCAL_REGIONS is "none,a": must be none alone'],
  ['SIGHTLINE_LOCAL_REGIONS', 'a,b,a', 'SIGHTLINE_LOCAL_REGIONS is "a,b,a": must name each'],
  ['DATABASE_URL', 'mysql://root:hunter2@db', 'DATABASE_URL is wrong: must be a URL such as'],
  ['SMTP_URL', 'http://root:hunter2@mail', 'SMTP_URL is wrong: must be a URL such as'],
  ['SIGHTLINE_SECRET_KEY', 'hunter2', 'SIGHTLINE_SECRET_KEY is wrong: must be 64'],
  ['SIGHTLINE_OWNER_PLAN', 'gold', 'SIGHTLINE_OWNER_PLAN is "gold": must be one of free'],
])('%s=%s is one line that says what is allowed and no secret', (name, value, words) => {
  const read = () => readSupervisorConfig({ [name]: value })
  expect(read).toThrow(EnvironmentError)
  const message = messageOf(read)
  expect(message).toContain(words)
  expect(message).not.toContain('\n')
  expect(message).not.toContain('hunter2')
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error: unknown) {
    return String(error)
  }
  return ''
}
