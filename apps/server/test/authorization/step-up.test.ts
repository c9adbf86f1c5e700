/** Every endpoint with `stepUp` rejects a session that was not confirmed lately, and answers one that was. */
import { fullPath } from '@mi-portal/contract/endpoint'
import { expect, test } from 'vitest'
import { ask } from '../ask.ts'
import { startPortal } from '../portal.ts'
import { buildActors, type Caller, callers } from './actors.ts'
import { createCalls } from './calling.ts'
import { table } from './table.ts'

/** Every call that needs a confirmed session: a change here changes what a stolen session can do. */
const marked = [
  'DELETE /api/patients',
  'DELETE /api/persons/passkeys/{id}',
  'DELETE /api/persons/second-factor',
  'DELETE /api/service/accounts/{id}',
  'GET /api/exports/{id}/{kind}',
  'POST /api/admin/confirmations/{id}/confirm',
  'POST /api/admin/legals/texts/{kind}',
  'POST /api/admin/users/{id}/second-factor-code',
  'POST /api/admin/users/{id}/second-factor-reset',
  'POST /api/admin/users/{id}/unlock',
  'POST /api/delegations',
  'POST /api/exams/procedures/sends/exams/{patientId}/{attention_id}/{type}',
  'POST /api/exports/{patientId}',
  'POST /api/patients/administrators',
  'POST /api/persons/passkeys',
  'POST /api/persons/passkeys/options',
  'POST /api/persons/second-factor',
  'POST /api/persons/second-factor/recovery-codes',
  'POST /api/persons/second-factor/reset',
  'POST /api/persons/sign-ins/{id}/report',
  'POST /api/service/accounts',
  'POST /api/text-phone/code',
  'PUT /api/admin/users/{id}/permissions',
  'PUT /api/patients',
  'PUT /api/patients/administrators',
  'PUT /api/persons/second-factor',
  'PUT /api/requests/families/groups/admin/guardian/{link_id}',
]

const markedRows = table.filter(({ endpoint }) => endpoint.stepUp)

test('exactly the listed endpoints need a confirmed session, and the API description says so', async () => {
  const { app } = await startPortal()
  const mounted = app.mounted.filter(({ stepUp }) => stepUp)
  expect(mounted.map((endpoint) => `${endpoint.method} ${fullPath(endpoint)}`).sort()).toEqual(marked)
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const described = Object.entries<Record<string, Record<string, unknown>>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation['x-step-up'])
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(marked)
})

test.each(markedRows.map((row) => [row.name, row] as const))(
  '%s rejects a stale session with number 13, and answers a fresh one',
  { timeout: 60_000 },
  async (_, { endpoint, cases }) => {
    const portal = await startPortal()
    const call = createCalls(() => portal)
    const isStale = ({ statusCode, body }: { statusCode: number; body: string }) =>
      statusCode === 403 && JSON.parse(body).error?.code === 13
    const entries = async () =>
      (await ask<{ count: number }>(portal.db, 'select count(*)::int as count from audit_events'))[0]?.count
    for (const accessCase of cases) {
      const stale = await buildActors(portal)
      // Callers whom the matrix rejects with another status are rejected in a confirmed session too.
      const mayCall = (caller: Caller) => accessCase.answers[caller] === accessCase.ok
      portal.clock.advance({ minutes: 15 })
      const before = await entries()
      for (const caller of callers)
        expect([caller, isStale(await call(endpoint, accessCase, caller, stale))]).toEqual([
          caller,
          mayCall(caller) || accessCase.answers[caller] === 404,
        ])
      expect(await entries()).toBe(before)
      const fresh = await buildActors(portal)
      for (const caller of callers) {
        const answer = await call(endpoint, accessCase, caller, fresh)
        expect([caller, isStale(answer)]).toEqual([caller, false])
        if (mayCall(caller)) expect([caller, answer.statusCode]).toEqual([caller, accessCase.ok])
      }
    }
  },
)
