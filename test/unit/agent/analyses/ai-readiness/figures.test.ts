import { describe, expect, test } from 'vitest'
import { isAuthority } from '../../../../../agent/src/analyses/ai-readiness/authorities.ts'
import { countNumbers } from '../../../../../agent/src/analyses/ai-readiness/count-numbers.ts'
import { countQuotes } from '../../../../../agent/src/analyses/ai-readiness/count-quotes.ts'

describe('numbers and statistics', () => {
  test.each([
    ['no numbers', 0, 0],
    ['In 2026 we had 3 shops', 2, 0],
    ['On 2026-11-22 at 10:30', 2, 0],
    ['40% of 1,000 spades', 2, 1],
    ['40 % und 12,5 Prozent, 3 pour cent', 3, 3],
    ['٤٠٪ off', 1, 1],
    ['$5, 20 € and USD 30', 3, 3],
    ['10 million users, 2.5 kg, 300ms, 10x faster', 4, 4],
    ['a 30-day trial for 2 years', 2, 2],
    ['H2 and x402 and MP3', 0, 0],
    ['5 mice, 7 hammers, 3 xylophones', 3, 0],
    ['24/7 since 1990.', 2, 0],
  ])('%j has %i numbers, %i of them statistics', (text, numbers, statistics) => {
    expect(countNumbers(text)).toEqual({ numbers, statistics })
  })

  test('digits and marks without end are one number', () => {
    expect(countNumbers('1'.repeat(1_000_000))).toEqual({ numbers: 1, statistics: 0 })
    expect(countNumbers('1,'.repeat(500_000))).toEqual({ numbers: 1, statistics: 0 })
    expect(countNumbers(`a${'1'.repeat(1_000_000)}`)).toEqual({ numbers: 0, statistics: 0 })
  })
})

describe('passages in quotes', () => {
  const long = 'a passage that is certainly longer than forty'
  test.each([
    [`“${long}”`, 1],
    [`„${long}“ und »${long}«`, 2],
    [`« ${long} »`, 1],
    [`「${long}」`, 1],
    [`He said "${long}", and "${long}".`, 2],
    [`"short" then ${long} "short"`, 0],
    [`5" pipes and ${long}`, 0],
    ['“short”', 0],
    [`“${long}`, 0],
    ['“'.repeat(100_000), 0],
    ['"'.repeat(100_000), 0],
  ])('%#: there are so many', (text, expected) => {
    expect(countQuotes(text)).toBe(expected)
  })
})

test.each([
  ['www.cdc.gov', true],
  ['mit.edu', true],
  ['www.who.int', true],
  ['www.ox.ac.uk', true],
  ['www.gov.uk', true],
  ['gov.uk', true],
  ['www.mofa.go.jp', true],
  ['go.to', false],
  ['data.gouv.fr', true],
  ['dx.doi.org', true],
  ['doi.org.', true],
  ['pubmed.ncbi.nlm.nih.gov', true],
  ['www.w3.org', true],
  ['www.bund.de', true],
  ['en.wikipedia.org', false],
  ['gov.shop.net', false],
  ['mygov.com', false],
  ['notdoi.org', false],
  ['ac.uk.com', false],
  ['shop.net', false],
])('%s is an authority: %s', (host, expected) => {
  expect(isAuthority(host)).toBe(expected)
})

test('a name with more labels than a host has is no authority, and takes no time', () => {
  expect(isAuthority(`${'a.'.repeat(100)}gov`)).toBe(true)
  expect(isAuthority(`${'a.'.repeat(150)}gov`)).toBe(false)
  for (let at = 0; at < 500; at += 1) {
    expect(isAuthority(`${'a.'.repeat(8_000)}x${at}`)).toBe(false)
  }
})
