import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('a super administrator creates an account for another system, which sends data, and revokes it', async ({
  page,
  request,
  expectAccessible,
}, info) => {
  const name = `Laboratorio ${info.project.name} ${info.retry}`
  await signIn(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await expect(page).toHaveURL(/\/admin\/usuarios/)
  await page.goto('/admin/cuentas-de-servicio')
  const create = page.getByRole('button', { name: 'CREAR CUENTA' })
  await create.click()
  await expect(page.getByText('Selecciona al menos un permiso')).toBeVisible()
  await expectAccessible()
  await page.getByRole('textbox', { name: 'Nombre' }).fill(name)
  await page.getByRole('checkbox', { name: 'Pacientes' }).check()
  await create.click()
  const secret = await page.getByText(/^miportal_/).innerText()
  await expectAccessible()

  const send = (key: string) =>
    request.post('/api/fhir/R4', {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/fhir+json' },
      data: JSON.stringify({ resourceType: 'Bundle', type: 'transaction', entry: [] }),
    })
  expect((await send('miportal_otra')).status()).toBe(401)
  // The secret is accepted; the empty transaction is rejected.
  expect((await send(secret)).status()).toBe(400)

  await page.getByRole('button', { name: 'Ya la guardé' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.getByRole('button', { name: `Revocar ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar', exact: true }).click()
  await expect(page.getByRole('button', { name: `Revocar ${name}` })).toHaveCount(0)
  expect((await send(secret)).status()).toBe(401)
})
