// Loaded before uPlot, which makes a number format of the browser's language while it is loaded: with one that
// Intl does not know, as Chrome has it where the system's is POSIX ("en-US@posix"), the page would not come up.
try {
  Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
}
