/** The two commands of the README in a bare Debian with Node 20 and nothing else, where they are typed first: in a closed home. */
import { once } from 'node:events'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../apps/server/test/free-port.ts'
import { type BareMachine, getHome, makeBareMachine, whyNoBareMachine } from './bare-machine.ts'

const obstacle = whyNoBareMachine()
let machine: BareMachine | undefined
afterAll(() => machine?.remove())

/** Starts the portal in the checkout, and returns the lines that it prints until it is ready. */
async function startPortal(bare: BareMachine, user: string): Promise<{ url: string; printed: string }> {
  const port = await freePort()
  const child = bare.start(user, `cd portal && PORT=${port} npm start`)
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (part: string) => {
      printed += part
    })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() => (child.exitCode === null ? printed : `ended: ${printed}`), {
      timeout: 600_000,
      interval: 500,
    })
    .toMatch(new RegExp(`^(?!ended)[^]*Correos: ${url}`))
  return { url, printed }
}

test.for([
  { user: 'root', home: '/root', data: '/var/lib/mi-portal-root/root-portal-data' },
  { user: 'ana', home: getHome('ana'), data: join(getHome('ana'), 'portal/data') },
])(
  'npm ci, npm start and the tests’ own database and browser work for $user in $home, which is closed to others',
  { timeout: 1_800_000 },
  async ({ user, home, data }, { skip }) => {
    skip(obstacle !== null, `no bare Debian: ${obstacle}`)
    machine ??= makeBareMachine(join(import.meta.dirname, '../..'))
    machine.copyCheckout(`${home}/portal`, user)
    expect(machine.run(user, 'cd portal && npm ci --no-audit --no-fund')).toMatchObject({ status: 0 })

    const { url, printed } = await startPortal(machine, user)
    expect(printed).toContain(data)
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_type_id: 1, document_number: '12345678-5', password: 'Portal2026' }),
    })
    expect(signedIn.status).toBe(200)

    const database = 'vitest run --project=server apps/server/src/platform/database/open.test.ts'
    expect(machine.run(user, `cd portal && npm exec -- ${database}`)).toMatchObject({ status: 0 })
    const journey = machine.run(
      user,
      'cd portal && JOURNEYS=main npm exec -- playwright test --config=e2e/playwright.config.ts --project=phone',
    )
    expect(stripVTControlCharacters(journey.output)).toMatch(/\d passed/)
    expect(journey.status).toBe(0)
  },
)
