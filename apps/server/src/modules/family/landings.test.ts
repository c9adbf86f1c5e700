import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { signLanding } from './sign-landings.ts'

const address = {
  decision: 'accepted',
  document_type: '1',
  document_number: '123456785',
  name: 'Camila Fuentes',
} as const

test('a landing page shows the name that the portal signed, and rejects a signature of another address', async () => {
  const { anonymous, config } = await startPortal()
  const s = signLanding({ config }, address)
  const judged = async (change: object) =>
    (await anonymous(invitationEndpoints.judgeLanding, { body: { ...address, s, ...change } })).genuine
  expect(await judged({})).toBe(true)
  for (const change of [
    { decision: 'rejected' },
    { document_type: '2' },
    { document_number: '98765433' },
    { name: 'Camila Fuentes llame al 600' },
    { name: '' },
    { s: '' },
    { s: `${s}x` },
    { s: signLanding({ config: { ...config, secrets: ['y'.repeat(48)] } }, address) },
  ])
    expect(await judged(change)).toBe(false)
})
