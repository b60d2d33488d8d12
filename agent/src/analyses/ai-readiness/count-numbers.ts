import { words } from '../../page/words.ts'

/** Digits with what parts them within a number, a date or a time: 1,000.5 or 2026-11-22. Not those of a
 *  name such as H2. It never needs a second try, so that digits without end cost no time. */
const NUMBER = /(?<![\p{L}\p{N}_])\p{Nd}+(?:[.,:/'’-]\p{Nd}+)*/gu

const SIGN_BEHIND = /^ ?[%‰٪€$£¥₹×]/
const SIGN_BEFORE = /(?:[€$£¥₹]|\b(?:EUR|USD|GBP|CHF)) ?$/
const WORDS_BEHIND = /^[- ]?([\p{L}°][\p{L}²³/]*)(?: (cent|cento|ciento|points?)\b)?/u
/** Longest of them all. */
const BEFORE_LENGTH = 5
const BEHIND_LENGTH = 32

/** Words behind a number that make it a statistic, in lower case: shares, currencies, multiples, and what
 *  is measured in. */
const UNITS: ReadonlySet<string> = new Set(
  words(
    'percent prozent pourcent eur usd gbp chf euro euros dollar dollars pounds',
    'thousand million millions billion billions trillion bn k m x times fold',
    'tausend millionen milliarde milliarden mille milliard milliards millones mil mal fach fois veces',
    'ns µs ms s sec min h second seconds minute minutes hour hours day days week weeks month months year years',
    'sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren',
    'seconde secondes heure heures jour jours semaine semaines mois an ans',
    'segundo segundos hora horas día días semana semanas mes meses año años',
    'mm cm dm km mile miles ft feet meter meters metre metres kilometer kilometers kilometre kilometres',
    'm² m³ km² cm² cm³ ha l ml cl mg g kg t ton tons tonne tonnes tonnen lb lbs oz kilogram kilograms',
    'b kb mb gb tb kib mib gib tib kbit/s mbit/s gbit/s kbps mbps gbps hz khz mhz ghz rpm km/h mph px pt dpi',
    'v w kw mw gw wh kwh mwh gwh kj kcal db °c °f ° degrees grad',
  ).concat(
    'per cent',
    'pour cent',
    'por ciento',
    'per cento',
    'percentage point',
    'percentage points',
  ),
)

/** How many numbers a text has, and how many of them are statistics: with a percent sign, a currency or a
 *  unit. */
export function countNumbers(text: string): { numbers: number; statistics: number } {
  let numbers = 0
  let statistics = 0
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    numbers += 1
    const end = index + number.length
    const isStatistic =
      SIGN_BEFORE.test(text.slice(Math.max(0, index - BEFORE_LENGTH), index)) ||
      hasUnit(text.slice(end, end + BEHIND_LENGTH))
    if (isStatistic) statistics += 1
  }
  return { numbers, statistics }
}

/** @param behind what follows a number */
function hasUnit(behind: string): boolean {
  if (SIGN_BEHIND.test(behind)) return true
  const [, word = '', second = ''] = WORDS_BEHIND.exec(behind) ?? []
  const unit = word.toLowerCase()
  return UNITS.has(unit) || UNITS.has(`${unit} ${second}`)
}
