import { peopleEndpoints } from '@mi-portal/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { adversarialTexts } from '../../../../../packages/contract/test/adversarial-texts.ts'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const nowhere = { region_id: null, city_id: null, commune_id: null }

/** Selects what a browser would run, load or follow. */
const live = 'script, iframe, object, embed, [onerror], [onload], [src="x"], [href^="javascript:" i]'

test('adversarial text in a profile is shown as plain text', async () => {
  const quarters = [0, 1, 2, 3].map((quarter) =>
    adversarialTexts.slice(quarter * 50, quarter * 50 + 50).join(' · '),
  )
  const [first_name = '', last_name = '', second_name = '', address = ''] = quarters
  mockEndpoint(peopleEndpoints.self, {
    data: buildPatient({ first_name, last_name, second_name, address, ...nowhere }),
  })
  await renderPage('/dashboard/perfil', { as: 'patient' })
  const card = await screen.findByRole('region', { name: 'Mis datos' })
  for (const [label, value] of [
    ['Nombres', first_name],
    ['Primer apellido', last_name],
    ['Segundo apellido', second_name],
    ['Dirección', address],
  ] as const) {
    const term = within(card).getByText(label, { selector: 'dt' })
    await waitFor(() => expect(term.nextElementSibling?.textContent).toBe(value))
    expect(term.nextElementSibling?.childElementCount).toBe(0)
  }
  expect(document.body.querySelectorAll(live)).toHaveLength(0)
})

test('adversarial text in a profile is shown unchanged in the fields of the form', async () => {
  const [first_name = '', address = ''] = [
    adversarialTexts.slice(0, 100).join(' '),
    adversarialTexts.slice(100).join(' '),
  ]
  mockEndpoint(peopleEndpoints.self, { data: buildPatient({ first_name, address, ...nowhere }) })
  await renderPage('/dashboard/perfil?tab=cambiar-datos', { as: 'patient' })
  expect(await screen.findByLabelText('Nombres')).toHaveValue(first_name)
  expect(screen.getByLabelText('Dirección')).toHaveValue(address)
  expect(document.body.querySelectorAll(live)).toHaveLength(0)
})
