import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { serviceAccountEndpoints, serviceScopes } from '@mi-portal/contract/fhir/fhir'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../../test/files/folder.ts'
import { projectFile, startPortal } from '../../../test/portal.ts'

const run = promisify(execFile)

function examples(part: string): string {
  const text =
    projectFile('docs/integration.md')
      .split(/^## /m)
      .find((one) => one.startsWith(part)) ?? ''
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code]) => code).join('\n')
}

test('the guide’s examples of the FHIR interface work against a running portal', async () => {
  const portal = await startPortal()
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const address = portal.app.server.address()
  const paula = await portal.person({
    document_number: '135792462',
    first_name: 'Paula Inés',
    last_name: 'Leiva',
    date_birth: '1979-06-02',
  })
  const chief = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const { secret } = await chief(serviceAccountEndpoints.create, {
    body: { name: 'Guía', scopes: [...serviceScopes] },
  })
  const folder = makeTestFolder()
  const { stdout } = await run('bash', ['-euc', examples('Importing by FHIR')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      PORTAL: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
      SERVICE_SECRET: secret,
      SESSION_TOKEN: await portal.sessionOf(paula.id),
    },
  })
  const answers = stdout.split(/(?<=\})(?=\{"resourceType")/).map((text) => JSON.parse(text))
  expect(answers.map(({ resourceType, type, total }) => [resourceType, type, total])).toEqual([
    ['CapabilityStatement', undefined, undefined],
    ['Bundle', 'transaction-response', undefined],
    ...Array.from({ length: 5 }, () => ['Bundle', 'searchset', 1]),
  ])
  const { total } = await (await portal.as(paula))(appointmentEndpoints.upcoming)
  expect(total).toBe(1)
})
