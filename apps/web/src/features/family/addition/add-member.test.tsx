import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { type PageUser, renderPage } from '../../../../test/render-portal.tsx'
import { changeStage, type Stage } from './add-member.flow.ts'

const address = '/dashboard/mi-grupo-familiar/agregar-integrante'
const home = '/dashboard/mi-grupo-familiar'
const paula = {
  id: 15,
  first_name: 'Paula Inés',
  last_name: 'Leiva',
  second_name: 'Castro',
  email: 'p***@ejemplo.cl',
  is_a_minor: false,
  has_account: true,
}

async function search(user: PageUser, run = '13579246-2') {
  await user.type(await screen.findByRole('textbox', { name: 'RUT' }), `${run}{Enter}`)
}

test('the wizard moves only to a step that the table of steps allows', () => {
  const document = { type: 1, number: '1-9' } as const
  const at = (step: Stage['step']): Stage =>
    ({
      search: { step: 'search' },
      confirm: { step: 'confirm', document, person: paula },
      unknown: { step: 'unknown', document },
      sent: { step: 'sent', person: paula, requestId: 1 },
    })[step] as Stage
  const leads = (from: Stage['step'], to: Stage['step']) => changeStage(at(from), at(to)).step === to
  expect(leads('search', 'confirm')).toBe(true)
  expect(leads('search', 'sent')).toBe(false)
  expect(leads('unknown', 'sent')).toBe(false)
  expect(leads('unknown', 'confirm')).toBe(false)
  expect(leads('sent', 'confirm')).toBe(false)
  expect(leads('confirm', 'sent')).toBe(true)
})

test('a minor who opens the page for adding a member is sent to the group', async () => {
  const { path } = await renderPage(address, { as: 'minor' })
  await waitFor(() => expect(path()).toBe(home))
})

test('the data of the person found are text above the one question, and the request needs its answer', async () => {
  mockEndpoint(familyRequestEndpoints.search, { registered: true, patient: paula })
  mockEndpoint(familyRequestEndpoints.add, { request_id: 77, joined: false })
  const { user } = await renderPage(address, { as: 'patient' })
  await search(user)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Verifica los datos' })).toHaveFocus())
  // The relationship is the only question: the data of the person are text, not boxes.
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.getAllByRole('combobox')).toHaveLength(1)
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Qué parentesco tiene contigo.')
  const send = screen.getByRole('button', { name: 'ENVIAR SOLICITUD' })
  await user.click(send)
  expect(screen.getByText('Selecciona Tipo de relación')).toBeVisible()
  expect(requestsTo(familyRequestEndpoints.add)).toEqual([])
  await user.choose('Tipo de relación', 'Padre')
  await user.click(send)
  expect(await screen.findByRole('heading', { name: 'Solicitud enviada' })).toHaveFocus()
  expect(screen.queryByRole('dialog'), 'one confirmation').toBeNull()
  expect(requestsTo(familyRequestEndpoints.add)[0]?.body).toEqual({
    family_document_type: 1,
    family_document_number: '135792462',
    type_relationship_id: 2,
    notify_mail: true,
  })
})

const child = { ...paula, id: 16, is_a_minor: true }

test('a minor is asked to join after the legal text is accepted, and only with a relationship a minor can have', async () => {
  mockEndpoint(familyRequestEndpoints.search, { registered: true, patient: child })
  mockEndpoint(familyRequestEndpoints.add, { request_id: 78, joined: false })
  const { user } = await renderPage(address, { as: 'patient' })
  await search(user)
  expect(await screen.findByText('Texto legal.')).toBeVisible()
  expect(requestsTo(legalEndpoints.current)[0]?.params).toEqual({ kind: 'family_group' })
  await user.click(screen.getByRole('checkbox', { name: 'Leí y acepto el texto legal' }))
  await user.click(screen.getByRole('button', { name: 'ACEPTAR' }))
  const relationships = await screen.findByRole('group', { name: 'Tipo de relación' })
  expect(within(relationships).queryByRole('radio', { name: 'Padre' })).not.toBeInTheDocument()
  await user.click(within(relationships).getByRole('radio', { name: 'Hijo/a' }))
  await user.click(screen.getByRole('button', { name: 'ENVIAR SOLICITUD' }))
  await waitFor(() =>
    expect(requestsTo(familyRequestEndpoints.add)[0]?.body).toMatchObject({
      legal_text_id: 1,
      type_relationship_id: 3,
    }),
  )
  await screen.findByText('Solicitud enviada')
})

test('a parent adds a child without an account, who is in the group at once', async () => {
  mockEndpoint(familyRequestEndpoints.search, { registered: true, patient: { ...child, has_account: false } })
  mockEndpoint(familyRequestEndpoints.add, { request_id: 79, joined: true })
  const { user } = await renderPage(address, { as: 'patient' })
  await search(user)
  await user.click(await screen.findByRole('checkbox', { name: 'Leí y acepto el texto legal' }))
  await user.click(screen.getByRole('button', { name: 'ACEPTAR' }))
  expect(await screen.findByText(/será parte de tu grupo sin otra aprobación/)).toBeVisible()
  await user.click(await screen.findByRole('radio', { name: 'Hijo/a' }))
  await user.click(screen.getByRole('button', { name: 'AGREGAR A MI GRUPO' }))
  expect(await screen.findByRole('heading', { name: /ya es parte de tu grupo$/ })).toBeVisible()
  expect(screen.queryByText(/solicitud ha sido enviada/)).not.toBeInTheDocument()
})
