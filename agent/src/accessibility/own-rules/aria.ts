import { attribute } from '../../page/parse/dom.ts'
import { tokensOf } from '../../page/white-space.ts'
import { saysSomething } from './elements.ts'
import type { OwnRule } from './rule.ts'

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** Source: WAI-ARIA 1.2, section 5.4, with the roles of its modules for graphics and publishing (doc-*) */
const ROLES = words(
  'alert alertdialog application article banner blockquote button caption cell checkbox code',
  'columnheader combobox complementary contentinfo definition deletion dialog directory document',
  'emphasis feed figure form generic grid gridcell group heading img image insertion link list listbox',
  'listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter',
  'navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup',
  'rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion',
  'superscript switch tab table tablist tabpanel term text textbox time timer toolbar tooltip tree',
  'treegrid treeitem comment graphics-document graphics-object graphics-symbol',
)

/** Source: WAI-ARIA 1.2, section 6 */
const ATTRIBUTES = words(
  'activedescendant atomic autocomplete braillelabel brailleroledescription busy checked colcount',
  'colindex colindextext colspan controls current describedby description details disabled dropeffect',
  'errormessage expanded flowto grabbed haspopup hidden invalid keyshortcuts label labelledby level',
  'live modal multiline multiselectable orientation owns placeholder posinset pressed readonly',
  'relevant required roledescription rowcount rowindex rowindextext rowspan selected setsize sort',
  'valuemax valuemin valuenow valuetext',
)

/** Rules about roles and attributes of ARIA. */
export const ARIA_RULES: readonly OwnRule[] = [
  {
    id: 'aria-roles',
    impact: 'critical',
    tags: ['wcag2a', 'wcag412'],
    help: 'Roles must be those of ARIA',
    advice: 'Use a role that is defined, or none.',
    applies: (element) => saysSomething(element, 'role'),
    isKept: (element) =>
      tokensOf((attribute(element, 'role') ?? '').toLowerCase()).some(
        (role) => ROLES.has(role) || role.startsWith('doc-'),
      ),
  },
  {
    id: 'aria-valid-attr',
    impact: 'critical',
    tags: ['wcag2a', 'wcag412'],
    help: 'Attributes that begin with aria- must be those of ARIA',
    advice: 'Correct or take away the attribute that is not defined.',
    applies: (element) => element.attrs.some(({ name }) => name.startsWith('aria-')),
    isKept: (element) =>
      element.attrs.every(({ name }) => !name.startsWith('aria-') || ATTRIBUTES.has(name.slice(5))),
  },
]
