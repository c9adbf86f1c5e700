import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'

const exams = '/dashboard/mis-examenes'

async function signIn(page: Page) {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'RUT' }).fill('12.345.678-5')
  await page.getByLabel('Contraseña', { exact: true }).fill('Portal2026')
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Bienvenida, Camila/ })).toBeVisible()
}

test('a patient shares an exam, its recipient opens it with the code, and the patient ends the share', async ({
  page,
  browser,
  baseURL,
  expectAccessible,
}) => {
  test.slow()
  const to = `luis.${Date.now()}@ejemplo.cl`
  await signIn(page)
  await page.goto(exams)
  await page
    .getByRole('button', { name: /^Compartir (?!todo)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Compartir examen' })
  await dialog.getByRole('button', { name: 'Compartir' }).click()
  await expect(dialog.getByText('Digita E-mail del destinatario')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('textbox', { name: 'E-mail del destinatario' }).fill(to)
  await dialog.getByRole('radio', { name: 'Familiar' }).check()
  await dialog.getByRole('textbox', { name: /Comentario/ }).fill('Para la consulta del jueves')
  await dialog.getByRole('checkbox', { name: /Autorizo que la persona/ }).check()
  await dialog.getByRole('button', { name: 'Compartir' }).click()
  const done = page.getByRole('dialog', { name: 'El examen fue compartido con éxito' })
  await expect(done).toBeVisible()
  await expectAccessible()
  const code = /\d{3} \d{3}/.exec((await done.textContent()) ?? '')?.[0] ?? ''
  await done.getByRole('button', { name: 'Entendido' }).click()

  // The recipient reads the e-mail in another browser session.
  const elsewhere = await browser.newContext({ viewport: page.viewportSize(), extraHTTPHeaders: {} })
  const recipient = await elsewhere.newPage()
  await recipient.goto(`${baseURL}/dev/correo`)
  await recipient
    .getByRole('row', { name: new RegExp(to) })
    .getByRole('link')
    .first()
    .click()
  const link = recipient.getByText(/\/compartido\/[\w-]{40,}/).first()
  const body = (await recipient.content()) + ((await link.textContent().catch(() => '')) ?? '')
  const path = /\/compartido\/[\w-]{40,}/.exec(body)?.[0] ?? ''
  expect(body).not.toContain(code)
  await recipient.goto(`${baseURL}${path}`)
  await expect(recipient.getByRole('heading', { name: 'Examen compartido' })).toBeVisible()
  await expectAccessible(recipient)
  await recipient.getByRole('textbox', { name: 'Código' }).fill('000000')
  await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
  await expect(recipient.getByText('El código no es correcto')).toBeVisible()
  await recipient.getByRole('textbox', { name: 'Código' }).fill(code)
  await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
  await expect(recipient.getByText('Para la consulta del jueves')).toBeVisible()
  await expect(recipient.getByText(/resultados? dentro del rango/).first()).toBeVisible()
  await expectAccessible(recipient)
  const pdf = await recipient.getByRole('link', { name: 'Descargar PDF' }).getAttribute('href')
  const file = await recipient.request.get(`${baseURL}${pdf}`)
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await page.goto(`${exams}/compartidos`)
  await expect(page.getByText('1 de 10').first()).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: new RegExp(`^Revocar .*${to}`) }).click()
  await page.getByRole('button', { name: 'Revocar enlace' }).click()
  await expect(page.getByText('Revocado').first()).toBeVisible()
  await recipient.goto(`${baseURL}${path}`)
  await recipient.getByRole('textbox', { name: 'Código' }).fill(code)
  await recipient.getByRole('button', { name: 'VER EXAMEN' }).click()
  await expect(recipient.getByRole('heading', { name: 'Este enlace ya no está disponible' })).toBeVisible()
  await elsewhere.close()
})

test('a mother sees her daughter’s exams and appointments, and returns to her own', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page)
  await page.goto(exams)
  const banner = page.getByRole('region', { name: 'Persona que estás viendo' })
  const own = await page.getByRole('button', { name: /^Ver / }).first().getAttribute('aria-label')
  await banner.getByRole('button', { name: 'Martina' }).click()
  await expect(banner.getByText('Martina Ignacia')).toBeVisible()
  await expect(banner.getByRole('button', { name: 'Volver a mi perfil' })).toBeVisible()
  await expect(page.getByRole('button', { name: own ?? '', exact: true })).toHaveCount(0)
  await expectAccessible()
  const hers = await page.getByRole('button', { name: /^Ver / }).first().getAttribute('aria-label')
  await page.goto(`/dashboard/consultas-medicas?${new URL(page.url()).searchParams}`)
  await expect(banner.getByText('Martina Ignacia')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cancelar hora/ }).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: hers ?? '', exact: true })).toBeVisible()
  await banner.getByRole('button', { name: 'Volver a mi perfil' }).click()
  await expect(page.getByRole('button', { name: own ?? '', exact: true })).toBeVisible()
  await expect(page.getByText('Martina Ignacia')).toHaveCount(0)
})

test('a patient reads when exam results become available', async ({ page, expectAccessible }) => {
  await signIn(page)
  await page.goto(`${exams}/plazos-visualizacion`)
  await expect(page.getByText('Exámenes de sangre y orina de rutina')).toBeVisible()
  await page.getByRole('tab', { name: 'Imagenología' }).click()
  await expect(page.getByText('Radiografías')).toBeVisible()
  await expectAccessible()
})
