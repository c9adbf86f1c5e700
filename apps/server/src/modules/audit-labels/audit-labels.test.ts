import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { describeForStaff, labelForPatient, labelledActions } from './audit-labels.rules.ts'

test('every audited action of a call about a patient has its own label', async () => {
  const { app } = await startPortal()
  const actions = app.mounted.flatMap(({ action }) => (action === undefined ? [] : [action]))
  expect(actions.length).toBeGreaterThan(5)
  expect(actions.filter((action) => !labelledActions.includes(action))).toEqual([])
  expect(labelForPatient('unknown.thing', null)).toEqual({ action: 'Usó', what: 'tus datos' })
})

test('a label for staff addresses nobody', () => {
  const labels = labelledActions.map(describeForStaff)
  expect(labels.filter((label) => /\b(tus?|ti|te|tuy[oa]s?|\w+(aste|iste))\b/.test(label))).toEqual([])
})
