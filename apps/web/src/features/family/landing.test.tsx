import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

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
