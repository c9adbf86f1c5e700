import { ApiError } from '@mi-portal/contract/calls/api-error'
import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const token = 'una-llave-de-invitacion-larga'
const address = `/invitacion/${token}`
const invitation = {
  request: { id: 31, applicant_id: 12, family_id: 41 },
  applicant: { first_name: 'Diego Esteban', last_name: 'Soto', second_name: 'Muñoz' },
  invited_first_name: 'Camila Andrea',
  type_relationship: { id: 6, name: 'Pareja' },
  expires_at: '2026-12-21T15:00:00Z',
}

test('opening an invitation shows who asks and decides nothing', async () => {
  mockEndpoint(invitationEndpoints.openInvitation, invitation)
  await renderPortal(address, { as: 'patient' })
  expect(await screen.findByText('Diego Esteban Soto Muñoz')).toBeVisible()
  expect(screen.getByText('Pareja')).toBeVisible()
  expect(screen.getByText('21/12/2026')).toBeVisible()
  expect(requestsTo(invitationEndpoints.openInvitation)[0]?.body).toEqual({ token })
  expect(document.title).not.toContain('Diego')
})

test.each([
  ['ACEPTAR', familyRequestEndpoints.accept, 'accepted'],
  ['RECHAZAR', familyRequestEndpoints.reject, 'rejected'],
] as const)('%s decides and goes where the portal says', async (button, endpoint, word) => {
  const landing = `/${word}/1/123456785/Diego%20Soto?s=a.b.c`
  mockEndpoint(invitationEndpoints.openInvitation, invitation)
  mockEndpoint(invitationEndpoints.judgeLanding, { genuine: true })
  mockEndpoint(endpoint, { landing })
  const { user, path } = await renderPortal(address, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(path()).toBe(landing))
  expect(requestsTo(endpoint)[0]?.params).toEqual({ request_id: '31', applicant_id: '12', family_id: '41' })
})

test.each([
  [new ApiError('notFound'), /Esta invitación es para otra persona/],
  [new ApiError('forbidden'), /Esta invitación es para otra persona/],
  [new ApiError('decidedAlready'), 'Esta solicitud ya fue resuelta'],
])('a decision that the server rejects shows the reason', async (error, words) => {
  mockEndpoint(invitationEndpoints.openInvitation, invitation)
  mockEndpoint(familyRequestEndpoints.accept, error)
  const { user } = await renderPortal(address, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'ACEPTAR' }))
  expect(await screen.findByText(words)).toBeVisible()
})

test.each([new ApiError('invitationOver'), new ApiError('notFound')])(
  'an invitation link that is no longer valid says so',
  async (error) => {
    mockEndpoint(invitationEndpoints.openInvitation, error)
    await renderPortal(address)
    expect(await screen.findByText('Esta invitación ya no es válida')).toBeVisible()
    expect(screen.getByRole('link', { name: 'IR AL PORTAL' })).toHaveAttribute('href', '/')
  },
)

test.each([
  ['accepted', 'Invitación aceptada', 'Aceptaste la invitación al grupo familiar'],
  ['rejected', 'Invitación rechazada', 'Rechazaste la invitación al grupo familiar'],
])(
  'the page after «%s» names the group owner when the portal signed the name',
  async (decision, title, words) => {
    mockEndpoint(invitationEndpoints.judgeLanding, { genuine: true })
    await renderPortal(`/${decision}/1/123456785/Camila%20Fuentes?s=a.b.c.d.e`)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await screen.findByText(`${words} de Camila Fuentes.`)).toBeVisible()
    expect(requestsTo(invitationEndpoints.judgeLanding)[0]?.body).toEqual({
      decision,
      document_type: '1',
      document_number: '123456785',
      name: 'Camila Fuentes',
      s: 'a.b.c.d.e',
    })
    expect(document.title).not.toContain('Camila')
  },
)

test.each(['/rejected/1/123456785/Camila', `/rejected/1/123456785/${'a'.repeat(61)}?s=x.y.z`])(
  'without a signature, or with too long a name, no request is sent (%s)',
  async (address) => {
    await renderPortal(address)
    expect(await screen.findByText('Rechazaste la invitación al grupo familiar.')).toBeVisible()
    expect(requestsTo(invitationEndpoints.judgeLanding)).toEqual([])
  },
)
