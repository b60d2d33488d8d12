import { describe, expect, it } from 'vitest'
import { controllerAddress } from '../../../../controller/src/agents/controller-address.ts'

describe('where an agent elsewhere connects to', () => {
  it.each([
    ['127.0.0.1:50051', undefined, '127.0.0.1:50051', true],
    ['[::1]:50051', undefined, '[::1]:50051', true],
    ['0.0.0.0:50051', undefined, 'CONTROLLER-HOST:50051', false],
    ['[::]:50051', undefined, 'CONTROLLER-HOST:50051', false],
    ['[fd00::7]:50051', undefined, '[fd00::7]:50051', false],
    ['[::]:50051', 'https://up.example.com/', 'up.example.com:50051', false],
    ['0.0.0.0:50051', 'https://[fd00::7]/', '[fd00::7]:50051', false],
  ])('of a controller that listens on %s, with the public URL %s: %s', (...given) => {
    const [listened, publicUrl, address, isLocalOnly] = given
    const told = controllerAddress(listened, publicUrl)
    expect(told.address).toBe(address)
    expect(told.note !== null).toBe(isLocalOnly)
  })
})
