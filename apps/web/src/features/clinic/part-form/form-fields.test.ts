import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPartSchema, parts } from '@mi-portal/contract/clinic/clinic-package'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { describeFields, toContent, toFormValues } from './form-fields.rules.ts'

const folder = join(import.meta.dirname, '../../../../../server/clinic/demonstration')

test.each(['clinic', 'branding', 'contact'] as const)(
  'the form of the part %s gives back the content that it was filled with',
  (part) => {
    const content: unknown = parse(readFileSync(join(folder, parts[part].path), 'utf8'))
    const schema = getPartSchema(part)
    expect(toContent(schema, toFormValues(describeFields(schema), content))).toEqual(content)
  },
)

test.each(['sites', 'bookingGroups', 'questionnaires', 'reservedTests', 'survey'] as const)(
  'the form of a row of the part %s gives back the row that it was filled with',
  (part) => {
    const rows: unknown[] = parse(readFileSync(join(folder, parts[part].path), 'utf8'))
    const { row } = parts[part]
    for (const content of rows)
      expect(toContent(row, toFormValues(describeFields(row), content))).toEqual(content)
  },
)

test('an empty optional field is left out of a YAML part, and is null in a row of a CSV part', () => {
  const { row: site } = parts.sites
  expect(toContent(site, toFormValues(describeFields(site), undefined))).not.toHaveProperty('photo')
  const { row: specialty } = parts.specialties
  expect(toContent(specialty, toFormValues(describeFields(specialty), undefined))).toMatchObject({
    age_min: null,
  })
})

test('a decimal comma is accepted, and a text that is no number is rejected by the schema', () => {
  const { row } = parts.laboratoryRanges
  const values = {
    ...toFormValues(describeFields(row), undefined),
    analyte: 'HB',
    sex: 'A',
    age_min_years: '0',
  }
  expect(toContent(row, { ...values, low: '3,9' })).toMatchObject({ low: 3.9 })
  const rejected = z.safeParse(row, toContent(row, { ...values, low: 'poco' }))
  expect(rejected.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['low'], 'Escribe un número'],
  ])
})
