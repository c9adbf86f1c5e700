/** Steps that many journeys share: signing in and out, reading e-mails, opening an account. */
import { expect, type Locator, type Page } from '@playwright/test'
import { authenticator } from '../apps/server/test/external/authenticator.ts'
import { now } from './clock.ts'

/** The password of all accounts of the demonstration clinic. */
export const clinicPassword = 'Portal2026'

type Identity = { readonly run: string } | { readonly passport: string }
type SignInArea = '/' | '/admin'

/** Fills in the identity document, on the sign-in page or for recovering a password. */
export async function fillDocument(page: Page, who: Identity): Promise<void> {
  if ('run' in who) return page.getByRole('textbox', { name: 'RUT' }).fill(who.run)
  await page.getByText('Pasaporte', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Pasaporte' }).fill(who.passport)
}

export async function signIn(
  page: Page,
  who: Identity,
  password: string,
  signInPath: SignInArea = '/',
): Promise<void> {
  await page.goto(signInPath)
  await fillDocument(page, who)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click()
}

/** Signs in, and waits for the first page. */
export async function enter(
  page: Page,
  who: Identity,
  password: string,
  signInPath: SignInArea = '/',
): Promise<void> {
  await signIn(page, who, password, signInPath)
  const title = signInPath === '/' ? /^Bienvenid/ : 'Administrador de usuarios'
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  // News that arrive later than a second move what is below them, and a tap at that moment misses.
  await expect(page.locator('.animate-wait')).toHaveCount(0)
}

export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^(Menú|Abrir menú)$/ })
  // The page of the account's security has a button of this name too.
  const out = page.locator('nav, dialog').getByRole('button', { name: 'Cerrar sesión' })
  // On phones it is in the drawer.
  await expect(menu.or(out).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await out.first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
}

/** Opens the newest e-mail of a recipient with this subject, and returns its text. */
export async function readEmail(page: Page, recipient: string, subject: string): Promise<string> {
  const letter = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: recipient, exact: true }) })
    .getByRole('link', { name: subject })
    .first()
  await expect(async () => {
    await page.goto('/dev/correo')
    await expect(letter).toBeVisible({ timeout: 500 })
  }).toPass()
  await letter.click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  return page.locator('pre').innerText()
}

/** Returns the temporary password of an e-mail: the text that is alone on a line. */
export function findTemporaryPassword(mail: string): string {
  const line = mail.split('\n').find((text) => /^[A-Za-z0-9-]{10,24}$/.test(text.trim()))
  if (line === undefined) throw new Error(`no temporary password in: ${mail}`)
  return line.trim()
}

/**
 * Creates a photo with this size; its noise compresses badly. `brightest` is the value of its brightest points, up to
 * 256.
 */
export async function createPhoto(page: Page, name: string, width = 800, height = 600, brightest = 256) {
  const data = await page.evaluate(
    async ([w, h, most]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      const context = canvas.getContext('2d')
      if (!context) throw new Error('this browser does not draw')
      const image = context.createImageData(w, h)
      for (let i = 0; i < image.data.length; i++) image.data[i] = i % 4 === 3 ? 255 : Math.random() * most
      context.putImageData(image, 0, 0)
      return canvas.toDataURL('image/jpeg', 0.4)
    },
    [width, height, brightest] as const,
  )
  const buffer = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Runs calls as the super administrator over the API, for journeys about other users. */
async function runAsStaff(
  page: Page,
  work: (headers: Record<string, string>) => Promise<void>,
): Promise<void> {
  const answer = await page.request.post('/api/auth/login/administrators', {
    data: { document_type_id: 1, document_number: '111111111', password: clinicPassword },
  })
  const { token, patient } = await answer.json()
  const headers = { 'x-token': token }
  await work(headers)
  await page.request.get(`/api/auth/logout/${patient.id}`, { headers })
}

/** Approves a passport as staff. */
export function approveAccount(page: Page, id: number): Promise<void> {
  return runAsStaff(page, async (headers) => {
    const photos = await page.request.get(`/api/patients/photos/alls/${id}`, { headers })
    for (const address of Object.values(await photos.json()))
      if (typeof address === 'string' && address.includes('/')) await page.request.get(address)
    const answer = await page.request.put(`/api/patients/administrators/confirm/${id}`, { headers, data: {} })
    expect(answer.status(), 'the passport is approved').toBe(200)
  })
}

type Account = { passport: string; firstName: string; email: string }

/** Returns the fields that every form about a person needs. */
async function buildPersonFields(page: Page, account: Account): Promise<Record<string, string>> {
  const idIn = async (path: string, list: string) => {
    const entries: { id: number; status?: number }[] = (
      await (await page.request.get(`/api/${path}`)).json()
    )[list]
    // A hidden insurer cannot be chosen.
    return String(entries.find(({ status }) => status !== 0)?.id)
  }
  const region_id = await idIn('locations/regions', 'regions')
  const city_id = await idIn(`locations/cities/${region_id}`, 'cities')
  return {
    document_type_id: '2',
    document_number: account.passport,
    document_country: 'FR',
    first_name: account.firstName,
    last_name: 'Viajera',
    second_name: '',
    date_birth: '1990-05-17',
    nationality_id: await idIn('locations/nationalities', 'nationalities'),
    forecast_id: await idIn('forecasts', 'forecasts'),
    gender_id: '1',
    email: account.email,
    region_id,
    city_id,
    commune_id: await idIn(`locations/communes/${city_id}`, 'communes'),
    address: 'Los Aromos 1240',
    phone: '912345678',
  }
}

/** Verifies an address by the link in the e-mail with this subject. */
async function verifyEmail(page: Page, email: string, subject: string): Promise<void> {
  const mail = await readEmail(page, email, subject)
  const token = /\/correo\/([\w-]{43})/.exec(mail)?.[1]
  const answer = await page.request.post('/api/persons/emails/confirm', { data: { token } })
  expect(await answer.json(), 'the address is verified').toHaveProperty('email')
}

/**
 * Opens an account that a journey may change and close, over the API: registers a passport, approves it and verifies its e-mail
 * address.
 */
export async function createAccount(page: Page, account: Account & { password: string }): Promise<void> {
  const answer = await page.request.post('/api/patients', {
    multipart: {
      ...(await buildPersonFields(page, account)),
      password: account.password,
      file_passport: await createPhoto(page, 'pasaporte.jpg'),
      file_passport_patient: await createPhoto(page, 'yo.jpg'),
    },
  })
  expect(await answer.json(), 'the account is registered').toHaveProperty('patient')
  await approveAccount(page, (await answer.json()).patient.id)
  await verifyEmail(page, account.email, 'Tu cuenta en Mi Portal fue validada')
}

/** Chooses an option of a searchable list. */
export async function chooseOption(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Presses Tab until the element has the focus, and returns how often. */
export async function tabTo(page: Page, target: Locator): Promise<number> {
  // A part that loads late would be passed, and the fields after it would be left empty on the way round.
  await expect(target).toBeVisible()
  for (let steps = 1; steps <= 60; steps++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return steps
  }
  throw new Error(`not reached by the tabulator: ${target}`)
}

/**
 * Returns the code that an authenticator showed for a key ten seconds ago. The portal accepts the present and the previous code, so this
 * one is valid also if its clock is some seconds behind.
 */
export function createTotpCode(key: string): string {
  return authenticator(key.replaceAll(' ', '')).codeAt(new Date(now().getTime() - 10_000))
}

/** Chooses in the lists that every form about a person has, and fills in the address. `next` opens the section of the address. */
async function fillPersonLists(page: Page, nationality: string, next = async () => {}): Promise<void> {
  await chooseOption(page, 'Nacionalidad', nationality)
  await chooseOption(page, 'Previsión', 'Fonasa')
  await chooseOption(page, 'Género', 'Femenino')
  await next()
  await page.getByLabel('Dirección').fill('Los Aromos 1240')
  await chooseOption(page, 'Región', 'Metropolitana de Santiago')
  await chooseOption(page, 'Provincia', 'Santiago')
  await chooseOption(page, 'Comuna', 'Maipú')
}

/** Fills in the rest of the registration form on a phone, section by section. `birth` is asked where no registry knows it. */
export async function fillSections(page: Page, password: string, birth?: string): Promise<void> {
  const next = async () => {
    const button = page.getByRole('button', { name: 'CONTINUAR' })
    const end = await button.evaluate((shown) => shown.getBoundingClientRect().bottom + window.scrollY)
    expect(end, 'no section is longer than this').toBeLessThan(1050)
    await button.click()
  }
  await next()
  if (birth) await page.getByLabel('Fecha de nacimiento').fill(birth)
  await fillPersonLists(page, 'Chilena', next)
  await next()
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await next()
}

type NewAccount = { passport: string; firstName: string; lastName: string; email: string }

/** Fills in the open form with which staff open an account, and sends it. */
export async function fillAccountForm(
  page: Page,
  { passport, firstName, lastName, email }: NewAccount,
): Promise<void> {
  await page.getByText('Pasaporte', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Pasaporte' }).fill(passport)
  await chooseOption(page, 'País que emitió el pasaporte', 'Suecia')
  await page.getByLabel('Nombres').fill(firstName)
  await page.getByLabel('Primer apellido').fill(lastName)
  await page.getByLabel('Fecha de nacimiento').fill('03/04/1979')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Teléfono').fill('987654321')
  await fillPersonLists(page, 'Sueca')
  await page.getByRole('checkbox', { name: /^La persona leyó/ }).check()
  await page.getByRole('button', { name: 'REGISTRAR USUARIO' }).click()
}
