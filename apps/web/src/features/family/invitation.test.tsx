import { Failure } from '@mi-portal/contract/failure'
import { familyEndpoints } from '@mi-portal/contract/family'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, asked } from '../../../test/answer.ts'
import { buildPatient } from '../../../test/build.ts'
import { open } from '../../../test/open.tsx'

const token = 'una-llave-de-invitacion-larga'
const address = `/invitacion/${token}`
const invitation = {
  request: { id: 31, applicant_id: 12, family_id: 41 },
  applicant: { first_name: 'Diego Esteban', last_name: 'Soto', second_name: 'Muñoz' },
  invited_first_name: 'Camila Andrea',
  type_relationship: { id: 6, name: 'Pareja' },
  expires_at: '2026-12-21T15:00:00Z',
}

test('opening shows who asks and decides nothing', async () => {
  answer(familyEndpoints.openInvitation, invitation)
  await open(address, { as: 'patient' })
  expect(await screen.findByText('Diego Esteban Soto Muñoz')).toBeVisible()
  expect(screen.getByText('Pareja')).toBeVisible()
  expect(screen.getByText('21/12/2026')).toBeVisible()
  expect(asked(familyEndpoints.openInvitation)[0]?.body).toEqual({ token })
  expect(document.title).not.toContain('Diego')
})

test.each([
  ['ACEPTAR', familyEndpoints.accept, 'accepted'],
  ['RECHAZAR', familyEndpoints.reject, 'rejected'],
] as const)('%s decides and goes where the portal says', async (button, endpoint, word) => {
  const landing = `/${word}/1/123456785/Diego%20Soto?s=a.b.c`
  answer(familyEndpoints.openInvitation, invitation)
  answer(familyEndpoints.judgeLanding, { genuine: true })
  answer(endpoint, { landing })
  const { user, path } = await open(address, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(path()).toBe(landing))
  expect(asked(endpoint)[0]?.params).toEqual({ request_id: '31', applicant_id: '12', family_id: '41' })
})

test('who is not signed in is asked to, and comes back', async () => {
  answer(familyEndpoints.openInvitation, invitation)
  answer(sessionEndpoints.signIn, { token: 'llave', patient: buildPatient() })
  const { user, path } = await open(address)
  expect(await screen.findByText('Diego Esteban Soto Muñoz')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'ACEPTAR' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  await user.type(await screen.findByRole('textbox', { name: 'RUT' }), '123456785')
  await user.type(screen.getByLabelText('Contraseña'), 'Portal2026')
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  expect(await screen.findByRole('button', { name: 'ACEPTAR' }, { timeout: 3000 })).toBeVisible()
  expect(path()).toBe(address)
})

test.each([
  [new Failure('notFound'), /Esta invitación es para otra persona/],
  [new Failure('forbidden'), /Esta invitación es para otra persona/],
  [new Failure('decidedAlready'), 'Esta solicitud ya fue resuelta'],
])('a decision that is not theirs to take is told', async (refusal, words) => {
  answer(familyEndpoints.openInvitation, invitation)
  answer(familyEndpoints.accept, refusal)
  const { user } = await open(address, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'ACEPTAR' }))
  expect(await screen.findByText(words)).toBeVisible()
})

test.each([new Failure('invitationOver'), new Failure('notFound')])(
  'a link that no longer serves says so',
  async (refusal) => {
    answer(familyEndpoints.openInvitation, refusal)
    await open(address)
    expect(await screen.findByText('Esta invitación ya no es válida')).toBeVisible()
    expect(screen.getByRole('link', { name: 'IR AL PORTAL' })).toHaveAttribute('href', '/')
  },
)

test('an invitation that cannot be fetched can be asked for again', async () => {
  answer(familyEndpoints.openInvitation, new Failure('tooMany'))
  const { user } = await open(address, { as: 'patient' })
  answer(familyEndpoints.openInvitation, invitation)
  await user.click(await screen.findByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByRole('button', { name: 'ACEPTAR' })).toBeVisible()
})
