import { peopleEndpoints } from '@mi-portal/contract/people'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildPatient } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { type PageUser, renderPage } from '../../../../test/render-portal.tsx'

const page = '/dashboard/consultas-medicas/solicitar-documento'
const { request } = documentEndpoints

const chooseDocument = (user: PageUser) => user.choose('Documento', 'Certificado de atención')

async function submit(user: PageUser) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Solicitar documento' }))
  await user.click(dialog.getByRole('button', { name: 'Solicitar documento' }))
}
const received = '¡Tu solicitud ha sido recibida con éxito!'

test('a document request for a member shows the member’s name and sends the member’s id', async () => {
  mockEndpoint(request, { documentRequestId: 9 })
  const martina = { id: 8, first_name: 'Martina', last_name: 'Soto', second_name: 'Fuentes' }
  mockEndpoint(peopleEndpoints.one, { data: buildPatient(martina) })
  const ofMember = `${page}?patient_id=8&from_family_group=true&solicitar=true`
  const { user } = await renderPage(ofMember, { as: 'patient' })
  const member = await screen.findByRole('textbox', { name: 'Integrante del grupo familiar' })
  await waitFor(() => expect(member).toHaveValue('Martina Soto Fuentes'))
  await chooseDocument(user)
  await submit(user)
  await screen.findByRole('heading', { name: received })
  expect(requestsTo(request)[0]?.body).toMatchObject({ family_member_id: 8 })
})
