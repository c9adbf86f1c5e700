import { partNames, parts } from '@mi-portal/contract/clinic/clinic-package'
import { expect, test } from 'vitest'
import { describeFields, type FormField } from './part-form/form-fields.rules.ts'
import { getFieldLabel } from './part-labels.rules.ts'

function allNames(fields: readonly FormField[]): string[] {
  return fields.flatMap((field) => [field.name, ...('fields' in field ? allNames(field.fields) : [])])
}

test.each(partNames.filter((part) => part !== 'images'))(
  'every field of the part %s has a Spanish label',
  (name) => {
    const part = parts[name]
    const names = allNames(describeFields('row' in part ? part.row : part.fields))
    expect(names.filter((field) => getFieldLabel(field) === field)).toEqual([])
  },
)
