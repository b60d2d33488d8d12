// Runs before the first paint, so that a chosen appearance never flashes.
try {
  const choice = localStorage.getItem('appearance')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.appearance = choice
} catch {
  // Storage is closed: the system's appearance it is.
}
