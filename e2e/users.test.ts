import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import {
  chooseOption,
  clinicPassword,
  findTemporaryPassword,
  isPhone,
  readEmail,
  signIn,
  signOut,
} from './steps.ts'

const administrator = { run: '22.222.222-2' }
const superAdministrator = { run: '11.111.111-1' }

const searchLabel = 'Buscar por nombre, documento o e-mail'

type NewAccount = { passport: string; firstName: string; lastName: string; email: string }

/** Fills in the open form of a new account, and sends it. */
async function fillAccount(page: Page, { passport, firstName, lastName, email }: NewAccount): Promise<void> {
  await page.getByText('Pasaporte', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Pasaporte' }).fill(passport)
  await page.getByLabel('País que emitió el pasaporte').selectOption('Suecia')
  await page.getByLabel('Nombres').fill(firstName)
  await page.getByLabel('Primer apellido').fill(lastName)
  await page.getByLabel('Fecha de nacimiento').fill('03/04/1979')
  await chooseOption(page, 'Nacionalidad', 'Sueca')
  await chooseOption(page, 'Previsión', 'Fonasa')
  await chooseOption(page, 'Género', 'Femenino')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Teléfono').fill('987654321')
  await page.getByLabel('Dirección').fill('Los Aromos 1240')
  await chooseOption(page, 'Región', 'Metropolitana de Santiago')
  await chooseOption(page, 'Provincia', 'Santiago')
  await chooseOption(page, 'Comuna', 'Maipú')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'REGISTRAR USUARIO' }).click()
}

test('staff find a person by any spelling of the name, correct the data and return to the same list', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, administrator, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await expect(page.getByRole('link', { name: 'CREAR ADMINISTRADOR' })).toBeHidden()
  const search = page.getByRole('searchbox', { name: searchLabel })
  await search.fill('CASTRO paula')
  await expect(page.getByText('Paula Inés Leiva Castro').first()).toBeVisible()
  await chooseOption(page, 'Estado', 'Habilitado')
  await expect(page).toHaveURL(/\/admin\/usuarios\?estado=1$/)
  await expectAccessible()
  await page.reload()
  await expect(search).toHaveValue('CASTRO paula')
  await search.fill('13.579.246-2')
  await search.press('Enter')
  await expect(page.getByText('Paula Inés Leiva Castro').first()).toBeVisible()

  await page.getByRole('link', { name: 'Editar a Paula Inés Leiva Castro' }).click()
  await expect(page.getByLabel('Nombres')).toHaveValue('Paula Inés')
  await expect(page.getByRole('heading', { level: 1, name: 'Actualizar usuario' })).toBeVisible()
  await expectAccessible()
  await page.getByLabel('Teléfono').fill('12')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Digita Teléfono válido'])
  await page.getByLabel('Teléfono').fill('987650001')
  await page.getByRole('button', { name: 'GUARDAR CAMBIOS' }).click()
  const saved = page.getByRole('dialog', { name: '¡Usuario actualizado con éxito!' })
  await expect(saved).toBeVisible()
  await expectAccessible()
  await saved.getByRole('button', { name: 'Seguir editando' }).click()
  await page.getByRole('link', { name: 'Volver a usuarios' }).click()
  await expect(search).toHaveValue('13.579.246-2')
  await expect(page).toHaveURL(/\/admin\/usuarios\?estado=1$/)
})

test('two members of staff open an account, its owner signs in with the password of the e-mail, and staff disable and enable it', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const passport = 'US200001'
  const email = 'creada@ejemplo.cl'
  await signIn(page, administrator, clinicPassword, '/admin')
  await page.getByRole('link', { name: 'CREAR PACIENTE' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crear paciente' })).toBeVisible()
  await page.getByRole('button', { name: 'REGISTRAR USUARIO' }).click()
  await expect(page.getByRole('heading', { name: 'Hay 14 datos por corregir' })).toBeVisible()
  await expectAccessible()
  await fillAccount(page, { passport, firstName: 'Helga', lastName: 'Lindqvist', email })
  const done = page.getByRole('dialog', { name: 'Queda por confirmar por otra persona del equipo' })
  await expect(done.getByText(email)).toBeVisible()
  await expectAccessible()
  await done.getByRole('button', { name: 'Volver a usuarios' }).click()
  await signOut(page)
  await signIn(page, superAdministrator, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/por-confirmar')
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('No hay cambios por confirmar')).toBeVisible()
  await signOut(page)

  const mail = await readEmail(page, email, 'Te damos la bienvenida a Mi Portal')
  await signIn(page, { passport }, findTemporaryPassword(mail))
  await expect(page.getByText('Ingresaste con una contraseña temporal')).toBeVisible()
  await page.evaluate(() => localStorage.clear())

  await signIn(page, administrator, clinicPassword, '/admin')
  await page.getByRole('searchbox', { name: searchLabel }).fill(passport)
  const temporary = page.getByRole('button', { name: 'CON. TEMPORAL para Helga Lindqvist' })
  // A list that is still being filtered moves under the pointer.
  await expect(page.getByRole('button', { name: /^CON\. TEMPORAL para/ })).toHaveCount(1)
  await temporary.click()
  await page.getByRole('button', { name: 'Enviar' }).click()
  const sent = page.getByRole('dialog', { name: 'Contraseña temporal enviada' })
  await expect(sent).toBeVisible()
  await expect(sent).toBeHidden()
  await page.getByRole('button', { name: 'Deshabilitar a Helga Lindqvist' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshabilitar' }).click()
  await page.getByRole('button', { name: 'Habilitar a Helga Lindqvist', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Habilitar' }).click()
  await expect(page.getByRole('button', { name: 'Deshabilitar a Helga Lindqvist' })).toBeVisible()
})

test('a super administrator opens an administrator’s account, and its owner signs in on the staff page', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const passport = 'AD300001'
  const email = 'recepcion@ejemplo.cl'
  await signIn(page, superAdministrator, clinicPassword, '/admin')
  await page.getByRole('link', { name: 'CREAR ADMINISTRADOR' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crear administrador' })).toBeVisible()
  await expectAccessible()
  await fillAccount(page, { passport, firstName: 'Ingrid', lastName: 'Solberg', email })
  const done = page.getByRole('dialog', { name: '¡Usuario registrado con éxito!' })
  await expect(done.getByText(email)).toBeVisible()
  await done.getByRole('button', { name: 'Volver a usuarios' }).click()
  await signOut(page)

  const mail = await readEmail(page, email, 'Te damos la bienvenida a Mi Portal')
  await signIn(page, { passport }, findTemporaryPassword(mail), '/admin')
  await expect(page.getByText('Ingresaste con una contraseña temporal')).toBeVisible()
  await expectAccessible()
})

test('staff decide about a passport and see its photos', async ({ page, expectAccessible }, info) => {
  const approves = !isPhone(info)
  await signIn(page, superAdministrator, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/usuarios?estado=3')
  await expect(page.getByText(/venció el|Vence el/).first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Validar a/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Validar usuario/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver imagen: Pasaporte' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Pasaporte', exact: true })).toHaveCount(0)
  await expectAccessible()
  await page.getByRole('button', { name: 'Ver imagen: Pasaporte' }).click()
  await expect(page.getByRole('img', { name: 'Pasaporte', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Ver imagen: Persona con su pasaporte' }).click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Comparar' }).click()
  const closely = page.getByRole('dialog', { name: 'Comparar fotografías' })
  await closely.getByRole('button', { name: 'Acercar' }).click()
  await expect(closely.getByText('150 %')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  if (approves) await page.getByRole('button', { name: 'CONFIRMAR', exact: true }).click()
  else {
    await page.getByRole('button', { name: 'DENEGAR' }).click()
    const question = page.getByRole('dialog', { name: '¿Quieres denegar la validación?' })
    await question.getByRole('checkbox', { name: 'El documento está vencido.' }).check()
    await question.getByLabel(/Otro motivo/).fill('Trae tu pasaporte nuevo')
    await expectAccessible()
    await question.getByRole('button', { name: 'Denegar' }).click()
  }
  const outcome = approves ? '¡Usuario validado con éxito!' : 'Usuario denegado'
  await expect(page.getByRole('dialog', { name: outcome })).toBeVisible()
  await expectAccessible()
})

test('the start page counts the entries of its lists, and the audit log shows who did what and can be downloaded', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, superAdministrator, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/inicio')
  const waiting = page.getByRole('link', { name: /Validaciones que esperan/ })
  await expect(waiting).toBeVisible()
  await expectAccessible()
  const count = Number.parseInt((await waiting.innerText()).trim(), 10)
  await waiting.click()
  await expect(page.getByRole('link', { name: /^Validar a/ })).toHaveCount(count)
  for (const [link, title] of [
    [/Correos que no se enviaron/, 'Correos que no se enviaron'],
    [/Ingresos rechazados/, 'Ingresos rechazados'],
    [/Respuestas de la encuesta/, 'Respuestas de la encuesta'],
  ] as const) {
    await page.goto('/admin/inicio')
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expectAccessible()
  }

  await page.goto('/admin/inicio')
  await page.getByRole('link', { name: /Horas de hoy/ }).click()
  await expect(page.getByRole('tab', { name: 'Horas de hoy', selected: true })).toBeVisible()
  await expectAccessible()

  await page.goto('/admin/registro')
  const actor = page.getByText('Rodrigo Alberto Sáez Prado').first()
  await expect(actor).toBeVisible()
  await expectAccessible()
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
