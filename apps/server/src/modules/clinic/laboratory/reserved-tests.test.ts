import { expect, test } from 'vitest'
import { demonstration } from '../../../../test/clinic/packages.ts'
import { reservedGroups } from './reserved-tests.ts'

test('what is sent about a person’s way of life is reserved until the clinic says otherwise, and a questionnaire in any case', () => {
  const lifestyle = { codes: [], names: ['Vivienda'], categories: ['social-history'] }
  const alcohol = { codes: ['68517-2'], names: [], categories: ['survey'] }
  const withSetting = (guardians_see_lifestyle: boolean) =>
    reservedGroups({ ...demonstration, clinic: { ...demonstration.clinic, guardians_see_lifestyle } })
  expect([lifestyle, alcohol].map(reservedGroups(demonstration))).toEqual(['SALUD_MENTAL', 'DROGAS'])
  expect([lifestyle, alcohol].map(withSetting(true))).toEqual([null, 'DROGAS'])
  expect(reservedGroups(demonstration)({ ...lifestyle, categories: ['laboratory'] })).toBeNull()
})
