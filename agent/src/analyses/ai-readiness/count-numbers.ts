/** Digits with what parts them within a number, a date or a time: 1,000.5 or 2026-11-22. Not those of a
 *  name such as H2. It never needs a second try, so that digits without end cost no time. */
const NUMBER = /(?<![\p{L}\p{N}_])\p{Nd}+(?:[.,:/'’-]\p{Nd}+)*/gu

/** Longest unit with the space before it. */
const UNIT_LENGTH = 24

/** What makes a number in front of it a statistic: a share, a currency, a multiple, or a unit that is
 *  measured in. */
const UNIT = new RegExp(
  String.raw`^(?: ?(?:[%‰٪€$£¥₹]|×)|[- ]?(?:${[
    'percent|per cent|percentage points?|prozent|pour ?cent|por ciento|per cento',
    'x|k|m|bn|[kmgt]w|[kmgt]?wh|[kmgt]i?b|[kmg]bit/s|[kmg]bps|[kmg]?hz|[mcdk]?m|km/h|mph|[kmµ]?g|lbs?|m[l²³]|[mµn]?s|°[cf]?|min|h|px|pt|dpi|rpm|kcal|kj|v|db',
    'eur|usd|gbp|chf|euros?|dollars?|pounds?',
    'thousand|million|millions|billion|billions|trillion|tausend|million(?:en)?|milliarden?|mille|milliards?|millones|mil',
    'times|fold|fach|mal|fois|veces',
    'seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monate?n?|jahren?|secondes?|heures?|jours?|semaines?|mois|ans|segundos?|horas?|días?|semanas?|meses|años?',
    'miles?|feet|ft|meters?|metres?|kilomet(?:er|re)s?|kilograms?|tons?|tonnes?|tonnen|degrees?|grad',
  ].join('|')})(?![\p{L}\p{N}]))`,
  'iu',
)

const CURRENCY_BEFORE = /(?:[€$£¥₹]|\b(?:EUR|USD|GBP|CHF)) ?$/
const CURRENCY_LENGTH = 5

/** How many numbers a text has, and how many of them are statistics: with a percent sign, a currency or a
 *  unit. */
export function countNumbers(text: string): { numbers: number; statistics: number } {
  let numbers = 0
  let statistics = 0
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    numbers += 1
    const end = index + number.length
    const isStatistic =
      UNIT.test(text.slice(end, end + UNIT_LENGTH)) ||
      CURRENCY_BEFORE.test(text.slice(Math.max(0, index - CURRENCY_LENGTH), index))
    if (isStatistic) statistics += 1
  }
  return { numbers, statistics }
}
