/** What a super administrator oversees: passports, the audit log, and data breaches. */
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { chooseOption, clinicPassword, signIn } from '../steps.ts'

test('a super administrator decides about passports, reads the audit log, and registers a breach', async ({
  page,
  request,
  expectAccessible,
}) => {
  await signIn(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await expect(page).toHaveURL(/\/admin\/usuarios/)
  await test.step('staff decide about passports and see their photos', async () => {
    await page.goto('/admin/usuarios?estado=3')
    await expect(page.getByText(/venció el|Vence el/).first()).toBeVisible()
    await page
      .getByRole('link', { name: /^Validar a/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Validar usuario/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ver imagen: Pasaporte' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Pasaporte', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Ver imagen: Pasaporte' }).click()
    await expect(page.getByRole('img', { name: 'Pasaporte', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Ver imagen: Persona con su pasaporte' }).click()
    await page.getByRole('button', { name: 'Comparar' }).click()
    const closely = page.getByRole('dialog', { name: 'Comparar fotografías' })
    await closely.getByRole('button', { name: 'Acercar' }).click()
    await expect(closely.getByText('150 %')).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'CONFIRMAR', exact: true }).click()
    await expect(page.getByRole('dialog', { name: '¡Usuario validado con éxito!' })).toBeVisible()

    await page.goto('/admin/usuarios?estado=3')
    await page
      .getByRole('link', { name: /^Validar a/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'DENEGAR' }).click()
    const question = page.getByRole('dialog', { name: '¿Quieres denegar la validación?' })
    await question.getByRole('checkbox', { name: 'El documento está vencido.' }).check()
    await question.getByLabel(/Otro motivo/).fill('Trae tu pasaporte nuevo')
    await expectAccessible()
    await question.getByRole('button', { name: 'Denegar' }).click()
    await expect(page.getByRole('dialog', { name: 'Usuario denegado' })).toBeVisible()
  })
  await test.step('the audit log shows who did what and can be downloaded', async () => {
    await page.goto('/admin/registro')
    const actor = page.getByText('Rodrigo Alberto Sáez Prado').first()
    await expect(actor).toBeVisible()
    await page.getByRole('searchbox', { name: 'Quién actuó' }).fill('saez rodrigo')
    await chooseOption(page, 'Acción', 'Inició sesión')
    await expect(page).toHaveURL(/\/admin\/registro\?accion=session\.open$/)
    // The list of actions has the same text, and is hidden.
    await expect(page.getByText('Inició sesión').filter({ visible: true }).first()).toBeVisible()
    await expect(actor).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'EXPORTAR CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^registro-\d{4}-\d{2}-\d{2}\.csv$/)
  })
  await test.step('a breach is registered with the people affected, and the letters are sent once', async () => {
    // A patient's data is read, so that the breach affects at least one person.
    const patient = '13579246-2'
    const entered = await request.post('/api/auth/login', {
      data: { document_type_id: 1, document_number: patient, password: clinicPassword },
    })
    const { token, patient: person } = await entered.json()
    const read = await request.get(`/api/patients/${person.id}`, { headers: { 'x-token': token } })
    expect(read.status()).toBe(200)

    await page.goto('/admin/vulneraciones')
    await page.getByRole('button', { name: 'REGISTRAR' }).click()
    const form = page.getByRole('dialog', { name: 'Registrar vulneración' })
    await form.getByRole('button', { name: 'GUARDAR' }).click()
    await expect(form.getByText('Digita Qué ocurrió')).toBeVisible()
    await expectAccessible()

    const nature = 'Se perdió un equipo'
    await form.getByRole('textbox', { name: 'Qué ocurrió' }).fill(nature)
    await form.getByRole('textbox', { name: 'Posibles efectos' }).fill('Alguien pudo leer datos.')
    await form.getByRole('textbox', { name: 'Tipos de datos' }).fill('Datos de contacto')
    await form.getByRole('textbox', { name: 'Personas afectadas' }).fill('Pacientes')
    await form.getByRole('textbox', { name: 'Medidas adoptadas' }).fill('Se cerraron las sesiones.')
    const day = '24/11/2026'
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
    await page.getByRole('button', { name: 'ENVIAR CARTAS' }).click()
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Cartas enviadas' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button').first().click()
    await expect(page.getByRole('button', { name: 'ENVIAR CARTAS' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Volver al registro' }).click()
    await expect(page.getByRole('link', { name: nature })).toBeVisible()
    await expectAccessible()
  })
})
