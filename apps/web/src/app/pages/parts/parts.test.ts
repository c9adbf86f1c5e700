import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** What has no look of its own, or is shown by another part or by every page. */
const invisible = [
  'call-question-watch.tsx',
  'form/contract-form.tsx',
  'form/fields.tsx',
  'form/form-error-dialog.tsx',
  'form/form-fields.tsx',
  'header-slot.tsx',
  'layers/layer.tsx',
  'layers/popover.tsx',
  'lazy-component.tsx',
  'phone-link.tsx',
  'printed-pages.tsx',
  'query-content.tsx',
  'ridge.tsx',
  'skip-link.tsx',
]

test('the page of parts shows every part of the interface', () => {
  const shown = read('parts.page.tsx') + read('more-parts.tsx')
  const parts = globSync('**/*.tsx', {
    cwd: join(import.meta.dirname, '../../../ui'),
    exclude: ['**/*.test.tsx'],
  })
  expect(parts.filter((part) => !shown.includes(`/ui/${part}'`)).toSorted()).toEqual(invisible)
})
