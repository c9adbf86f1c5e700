import { delegationEndpoints, type GivenDelegation } from '@mi-portal/contract/family/delegations'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const { list, give } = delegationEndpoints
const address = '/dashboard/mi-grupo-familiar/accesos'

const person = { id: 15, first_name: 'Paula Inés', last_name: 'Leiva', second_name: 'Castro' }
const common = {
  id: 1,
  matters: ['appointments', 'exams'] as ('appointments' | 'exams' | 'requests')[],
  may_book: true,
  months: 12,
  answer_until: '2026-12-26T15:00:00.000Z',
}
const active: GivenDelegation = {
  ...common,
  state: 'accepted',
  expires_at: '2027-11-26T15:00:00.000Z',
  document_type_id: 1,
  document_number: '135792462',
  delegate: person,
}
const offered: GivenDelegation = { ...active, id: 2, state: 'offered', expires_at: null, delegate: null }
const received = {
  ...common,
  id: 3,
  state: 'accepted' as const,
  expires_at: active.expires_at,
  grantor: person,
}

const withCountry = { lacks_country: false }

const section = (name: string) => screen.findByRole('region', { name })

test('the list shows what was given and received, with its matters, its state and its end', async () => {
  mockEndpoint(list, { ...withCountry, given: [active, offered], received: [received] })
  await renderPage(address, { as: 'patient' })
  const given = await section('Accesos que diste')
  const [first, second] = within(given).getAllByRole('listitem')
  if (!first || !second) throw new Error('two accesses were given')
  expect(within(first).getByText('Paula Inés Leiva Castro')).toBeVisible()
  expect(within(first).getByText('Horas médicas (puede reservar y cambiar), Exámenes')).toBeVisible()
  expect(within(first).getByText('26/11/2027')).toBeVisible()
  // The name of a person who has not accepted is not known.
  expect(within(second).getByText('13579246-2')).toBeVisible()
  expect(within(second).getByText('Espera respuesta')).toBeVisible()
  const other = await section('Accesos que recibiste')
  expect(
    within(other).getByRole('link', { name: 'Ver exámenes de Paula Inés Leiva Castro' }),
  ).toHaveAttribute('href', '/dashboard/mis-examenes?patient_id=15')
  expect(within(other).queryByRole('link', { name: /presupuestos/ })).not.toBeInTheDocument()
})

const open = async () => {
  mockEndpoint(list, { ...withCountry, given: [], received: [] })
  const rendered = await renderPage(`${address}/dar`, { as: 'patient' })
  await screen.findByRole('form', { name: 'Dar acceso' })
  return rendered
}
const send = () => screen.getByRole('button', { name: 'DAR ACCESO' })

test('the form names each missing field, and keeps what was typed', async () => {
  const { user } = await open()
  await user.click(send())
  expect(await screen.findByText('Digita RUT')).toBeVisible()
  expect(screen.getByText('Elige qué podrá ver')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'RUT' }), '135792463')
  await user.click(screen.getByRole('checkbox', { name: /^Exámenes/ }))
  await user.click(send())
  expect(await screen.findByText('Digita RUT válido')).toBeVisible()
  expect(screen.queryByText('Elige qué podrá ver')).not.toBeInTheDocument()
  expect(screen.getByRole('checkbox', { name: /^Exámenes/ })).toBeChecked()
  expect(requestsTo(give)).toEqual([])
})
