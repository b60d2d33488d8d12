import type { Html } from './page.ts'
import { html } from './page.ts'

const NOTHING: Html = { html: '' }

/** A field of a form with its label, and with what is wrong with it or how it is meant. */
export function field(options: {
  id: string
  label: string
  type: string
  value: string
  autocomplete: string
  error: string | undefined
  hint?: string
}): Html {
  const { id, label, type, value, autocomplete, error, hint } = options
  const note =
    error === undefined
      ? hint === undefined
        ? NOTHING
        : html`<p class="hint" id="${id}-note">${hint}</p>`
      : html`<p class="error" id="${id}-note">${error}</p>`
  const described = note === NOTHING ? NOTHING : html` aria-describedby="${id}-note"`
  const invalid = error === undefined ? NOTHING : html` aria-invalid="true"`
  return html`<label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      required${described}${invalid}
    />
    ${note}`
}
