import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

test('a super administrator registers a breach, sees the people affected, and sends the letters once', async ({
  page,
  request,
  expectAccessible,
}, info) => {
  // A patient's data is read, so that the breach affects at least one person.
  const patient = '13579246-2'
  const entered = await request.post('/api/auth/login', {
    data: { document_type_id: 1, document_number: patient, password: clinicPassword },
  })
  const { token, patient: person } = await entered.json()
  const read = await request.get(`/api/patients/${person.id}`, { headers: { 'x-token': token } })
  expect(read.status()).toBe(200)

  await signIn(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await expect(page).toHaveURL(/\/admin\/usuarios/)
  await page.goto('/admin/vulneraciones')
  await page.getByRole('button', { name: 'REGISTRAR' }).click()
  const form = page.getByRole('dialog', { name: 'Registrar vulneración' })
  await form.getByRole('button', { name: 'GUARDAR' }).click()
  await expect(form.getByText('Digita Qué ocurrió')).toBeVisible()
  await expectAccessible()

  const nature = `Se perdió un equipo (${info.project.name} ${info.retry})`
  await form.getByRole('textbox', { name: 'Qué ocurrió' }).fill(nature)
  await form.getByRole('textbox', { name: 'Posibles efectos' }).fill('Alguien pudo leer datos.')
  await form.getByRole('textbox', { name: 'Tipos de datos' }).fill('Datos de contacto')
  await form.getByRole('textbox', { name: 'Personas afectadas' }).fill('Pacientes')
  await form.getByRole('textbox', { name: 'Medidas adoptadas' }).fill('Se cerraron las sesiones.')
  const today = new Date().toLocaleDateString('es-CL', {
    timeZone: 'America/Santiago',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  const day = today.replaceAll('-', '/')
  await form.getByRole('textbox', { name: 'Fecha en que se conoció', exact: true }).fill(day)
  await form.getByLabel('Hora: fecha en que se conoció').fill('00:00')
  await form.getByRole('textbox', { name: 'Desde el día', exact: true }).fill(day)
  await form.getByLabel('Hora: desde el día').fill('00:00')
  await form.getByRole('textbox', { name: 'Hasta el día', exact: true }).fill(day)
  await form.getByLabel('Hora: hasta el día').fill('23:59')
  await form.getByRole('button', { name: 'GUARDAR' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^Vulneración \d+$/ })).toBeVisible()
  await expect(page.getByText(nature)).toBeVisible()
  await expect(page.getByText(person.last_name).first()).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'ENVIAR CARTAS' }).click()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cartas enviadas' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'ENVIAR CARTAS' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Volver al registro' }).click()
  await expect(page.getByRole('link', { name: nature })).toBeVisible()
  await expectAccessible()
})
