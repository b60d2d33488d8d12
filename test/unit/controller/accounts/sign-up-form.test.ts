import { describe, expect, it } from 'vitest'
import { SignUpForm } from '../../../../controller/src/accounts/sign-up.ts'

const complaints = (email: string): string[] => {
  const form = SignUpForm.safeParse({ email, name: 'Ada', password: 'long enough' })
  return (form.error?.issues ?? []).map(({ message }) => message)
}

describe('the e-mail address of a sign-up', () => {
  it.each(['ada@example.com', " ada.o'neill+x@mail.example.co.uk "])('may be %j', (email) => {
    expect(complaints(email)).toEqual([])
  })

  it.each([
    'ada',
    'ada@example',
    'ada@.com',
    'ada@a..com',
    '@example.com',
    'a b@example.com',
    'a@b@c.de',
  ])('may not be %j', (email) => {
    expect(complaints(email)).toEqual(['Enter an e-mail address such as you@example.com.'])
  })

  // Anybody may send a form of a megabyte: the controller answered nobody for over an hour.
  it.each(['.!', 'a.', '@', 'a'])('is judged in one go where it is %j over and over', (part) => {
    const told = complaints(`a@${part.repeat(500_000)}@..!`)
    expect(told).toContain('The e-mail address is too long.')
  })
})
