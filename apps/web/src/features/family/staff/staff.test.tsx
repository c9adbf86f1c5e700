import { Failure } from '@mi-portal/contract/failure'
import { familyEndpoints } from '@mi-portal/contract/family'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, asked } from '../../../../test/answer.ts'
import { buildUser } from '../../../../test/build.ts'
import { buildMember, buildMembership, buildRequest } from '../../../../test/family.ts'
import { open } from '../../../../test/open.tsx'

const paula = {
  id: 15,
  first_name: 'Paula Inés',
  last_name: 'Leiva',
  second_name: 'Castro',
  email: 'paula@ejemplo.cl',
  is_a_minor: false,
}

describe('the search for a patient', () => {
  // The browser of these tests does not know the element <search>.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

  test('asks for 25 at a time and leads to the group of a patient, never of staff', async () => {
    answer(userEndpoints.list, {
      patients: [buildUser(), buildUser({ id: 20, first_name: 'Andrea', rol: 'ADMIN_ROLE' })],
      total: 2,
      page: 1,
      limit: 25,
    })
    const { user, path } = await open('/admin/familia', { as: 'admin' })
    await user.type(await screen.findByRole('searchbox'), 'camila{Enter}')
    await waitFor(() =>
      expect(asked(userEndpoints.list).at(-1)?.body).toMatchObject({ filter: 'camila', limit: 25 }),
    )
    // Nothing of what was typed stands in the address.
    expect(path()).toBe('/admin/familia')
    const links = await screen.findAllByRole('link', { name: /^Ver grupo de/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/familia/7'])
  })

  test('without a result, and without an answer, says so', async () => {
    await open('/admin/familia', { as: 'admin' })
    expect(await screen.findByText('No se ha encontrado al usuario')).toBeVisible()
  })
})

describe('a patient’s group', () => {
  test.each([
    ['/admin/familia/0', 'ID de usuario inválido'],
    ['/admin/familia/x1', 'ID de usuario inválido'],
    ['/admin/familia/agregar-integrante/-3', 'ID de usuario inválido'],
  ])('%s: %s', async (address, words) => {
    await open(address, { as: 'admin' })
    expect(await screen.findByText(words)).toBeVisible()
    expect(asked(userEndpoints.one)).toEqual([])
  })

  test.each([
    [new Failure('notFound'), 'No se encontró información del usuario'],
    [new Failure('unavailable'), 'Error al cargar los datos del usuario'],
  ])('of somebody who cannot be had says so', async (refusal, words) => {
    answer(userEndpoints.one, refusal)
    await open('/admin/familia/7', { as: 'admin' })
    expect(await screen.findByText(words, {}, { timeout: 4000 })).toBeVisible()
  })

  test('of staff there is none', async () => {
    answer(userEndpoints.one, { data: buildUser({ rol: 'ADMIN_ROLE' }) })
    await open('/admin/familia/20', { as: 'admin' })
    expect(await screen.findByText('No se encontró información del usuario')).toBeVisible()
  })

  test('shows members and the groups they belong to, and takes a member out', async () => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.staffGroup, { familyGroup: [buildMember()] })
    answer(familyEndpoints.staffMemberships, { groups: [buildMembership()] })
    answer(familyEndpoints.staffRemove, {})
    const { user } = await open('/admin/familia/7', { as: 'admin' })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Grupo familiar de Camila Andrea Fuentes Rojas' }),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Volver a seleccionar paciente' })).toHaveAttribute(
      'href',
      '/admin/familia',
    )
    expect(await screen.findByText('Grupo de Diego Esteban Soto Muñoz')).toBeVisible()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(asked(familyEndpoints.staffGroup)[0]?.query.get('patient_id')).toBe('7')
    await user.click(await screen.findByRole('button', { name: /^Quitar del grupo a Martina/ }))
    await user.click(screen.getByRole('button', { name: 'QUITAR' }))
    await waitFor(() => expect(asked(familyEndpoints.staffRemove)[0]?.query.get('id')).toBe('1'))
  })

  test.each([
    ['unproven', /^Confirmar representación/, 'CONFIRMAR', true],
    ['denied', /^Confirmar representación/, 'CONFIRMAR', true],
    ['registry', /^Denegar representación/, 'DENEGAR', false],
    ['staff', /^Denegar representación/, 'DENEGAR', false],
  ] as const)('guardianship that is %s can be judged', async (guardian, button, yes, confirmed) => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.staffGroup, { familyGroup: [buildMember({ guardian })] })
    answer(familyEndpoints.staffGuardian, { data: buildMember() })
    const { user } = await open('/admin/familia/7', { as: 'admin' })
    await user.click(await screen.findByRole('button', { name: button }))
    await user.click(screen.getByRole('button', { name: yes }))
    await waitFor(() =>
      expect(asked(familyEndpoints.staffGuardian)[0]).toMatchObject({
        params: { link_id: '1' },
        body: { confirmed },
      }),
    )
  })

  test('lists that cannot be fetched say each what is missing', async () => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.staffReceived, new Failure('unavailable'))
    answer(familyEndpoints.staffSent, new Failure('unavailable'))
    await open('/admin/familia/7?tab=requests', { as: 'admin' })
    expect(
      await screen.findByText('Error al obtener solicitudes recibidas', {}, { timeout: 4000 }),
    ).toBeVisible()
    expect(screen.getByText('Error al obtener solicitudes enviadas')).toBeVisible()
  })

  test('a received request of the address is lit, and decided for the person', async () => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.staffReceived, { requests: [buildRequest()] })
    answer(familyEndpoints.staffAccept, {})
    const { user } = await open('/admin/familia/7?tab=requests&request_id=31', { as: 'admin' })
    const review = await screen.findByRole('button', { name: /^Revisar/ })
    await waitFor(() => expect(review.closest('tr')).toHaveFocus())
    await user.click(review)
    expect(within(screen.getByRole('dialog')).getByText('Camila Andrea Fuentes Rojas')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'ACEPTAR' }))
    expect(await screen.findByText(/ya es integrante del grupo familiar de Diego/)).toBeVisible()
    expect(asked(familyEndpoints.staffAccept)[0]?.params).toEqual({
      request_id: '31',
      applicant_id: '12',
      family_id: '41',
    })
  })

  test.each([
    ['ACEPTAR', familyEndpoints.staffAccept, 'Error al aceptar solicitud'],
    ['RECHAZAR', familyEndpoints.staffReject, 'Error al rechazar solicitud'],
  ] as const)('%s without an answer says so', async (button, endpoint, words) => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.staffReceived, { requests: [buildRequest()] })
    answer(endpoint, new Failure('unavailable'))
    const { user } = await open('/admin/familia/7?tab=requests', { as: 'admin' })
    await user.click(await screen.findByRole('button', { name: /^Revisar/ }))
    await user.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText(words)).toBeVisible()
  })
})

describe('adding for a patient', () => {
  const address = '/admin/familia/agregar-integrante/7'
  async function search(user: UserEvent) {
    await user.type(await screen.findByRole('textbox', { name: 'RUT' }), '135792462{Enter}')
  }

  test('sends the request, and can lead to approving it at once', async () => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.search, { registered: true, patient: paula })
    answer(familyEndpoints.staffAdd, { request_id: 88 })
    const { user } = await open(address, { as: 'admin' })
    expect(await screen.findByText(/Formulario de solicitud de nuevo integrante/)).toBeVisible()
    expect(
      screen.getByRole('heading', { level: 1, name: 'Agregar Integrante a Grupo Familiar' }),
    ).toBeVisible()
    await search(user)
    await user.click(await screen.findByRole('combobox', { name: 'Tipo de relación' }))
    await user.click(await screen.findByRole('option', { name: 'Padre' }))
    await user.click(screen.getByRole('button', { name: 'ENVIAR SOLICITUD' }))
    await user.click(await screen.findByRole('button', { name: 'Cerrar' }, { timeout: 3000 }))
    expect(asked(familyEndpoints.staffAdd)[0]?.body).toMatchObject({
      patient_id: 7,
      family_document_number: '135792462',
    })
    // Where the person who was asked has it among what they received.
    expect(screen.getByRole('link', { name: 'Aprobar solicitud ahora' })).toHaveAttribute(
      'href',
      '/admin/familia/15?tab=requests&request_id=88',
    )
  })

  test('the leader’s own document is told', async () => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.search, { registered: true, patient: { ...paula, id: 7 } })
    const { user } = await open(address, { as: 'admin' })
    await search(user)
    expect(
      await screen.findByText('El documento ingresado corresponde al usuario Paula Inés Leiva Castro'),
    ).toBeVisible()
  })

  test('somebody without an account is registered with that document', async () => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.search, { registered: false, patient: null })
    const { user } = await open(address, { as: 'admin' })
    await search(user)
    expect(await screen.findByRole('heading', { name: 'No se ha encontrado al usuario' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'REGISTRAR USUARIO' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Crear paciente' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'RUT' })).toHaveValue('13579246-2')
  })

  test('after rejecting the legal text staff are back at the group', async () => {
    answer(userEndpoints.one, { data: buildUser() })
    answer(familyEndpoints.search, { registered: true, patient: { ...paula, is_a_minor: true } })
    const { user, path } = await open(address, { as: 'admin' })
    await search(user)
    await user.click(await screen.findByRole('button', { name: 'RECHAZAR' }))
    await waitFor(() => expect(path()).toBe('/admin/familia/7'))
  })

  test('a leader under age has no members', async () => {
    answer(userEndpoints.one, { data: buildUser({ is_a_minor: true }) })
    await open(address, { as: 'admin' })
    expect(
      await screen.findByText(
        'Camila Andrea Fuentes Rojas es menor de edad y no puede tener integrantes en su grupo familiar.',
      ),
    ).toBeVisible()
  })
})
