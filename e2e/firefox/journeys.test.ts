/** The main journeys in the installed Firefox: a patient at the width of a phone, and staff at that of a desktop. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import fillClinic, { launchPortal } from '../portals.ts'
import { byRole, byText, launchFirefox, openScreen, type Screen } from './browser.ts'

/** A time such as 09:30. */
const slot = '::-p-xpath(//button[substring(normalize-space(.), 3, 1) = ":"])'
const banner = '[aria-label="Persona que estás viendo"]'
const signInButton = byRole('button', 'INICIAR SESIÓN')

let firefox: Awaited<ReturnType<typeof launchFirefox>>
let portal: Awaited<ReturnType<typeof launchPortal>>

beforeAll(async () => {
  await fillClinic()
  portal = await launchPortal('firefox')
  firefox = await launchFirefox()
})
afterAll(async () => {
  await firefox?.close()
  await portal?.end()
})

/** Runs a journey on a new page; it fails on errors that the browser reports. */
async function runAtSize(
  size: { width: number; height: number },
  journey: (screen: Screen) => Promise<void>,
) {
  const { screen, errors, close } = await openScreen(firefox, portal.url, size)
  try {
    await journey(screen)
    expect(errors, 'nothing went wrong in the browser').toEqual([])
  } finally {
    await close()
  }
}

async function signIn(screen: Screen, run: string, path = '/'): Promise<void> {
  await screen.open(path)
  await screen.fill('input[name="document_number"]', run)
  await screen.fill('input[name="password"]', 'Portal2026')
  await screen.click(signInButton)
}

test('a patient signs in, books an appointment, opens a result, writes to the clinic and sees a child’s record', () =>
  runAtSize({ width: 390, height: 844 }, async (screen) => {
    await screen.open('/')
    await screen.click(signInButton)
    await screen.see(byText('Digita RUT'))
    await screen.expectAccessible()
    await signIn(screen, '12.345.678-5')
    await screen.see(byText('Bienvenida, Camila'))

    await screen.open('/reservas?office_id=PROVIDENCIA')
    await screen.fill('input[type="search"]', 'dermatologia')
    await screen.see(byText('1 especialidad'))
    await screen.click(byRole('button', 'Dermatología'))
    await screen.click(byText('La primera hora disponible'))
    await screen.see(byRole('heading', 'Elige día y hora'))
    await screen.expectAccessible()
    await screen.click(slot)
    await screen.click(byRole('button', 'RESERVAR HORA'))
    await screen.see(byText('Te guardamos esta hora'))
    await screen.expectAccessible()
    await screen.click(byText('Para ti'))
    await screen.click(byRole('button', 'CONFIRMAR HORA'))
    await screen.see(byRole('heading', 'Tu hora está reservada'))
    await screen.expectAccessible()

    await screen.open('/dashboard/mis-examenes/laboratorio')
    await screen.see('li button[aria-label^="Más acciones de "]')
    await screen.expectAccessible()
    await screen.click('li button[aria-label^="Más acciones de "]')
    const pdf = await screen.clickToOpen(byRole('menuitem', 'Abrir PDF'))
    await expect.poll(() => pdf.page.url(), { timeout: 20_000 }).toMatch(/\/api\/exams\/files/)
    await pdf.page.close()
    await screen.click('button[aria-label^="Ver "]')
    await screen.see('iframe')
    await expect.poll(() => screen.textOfFrame(), { timeout: 20_000 }).toContain('dentro del rango')
    await screen.press('Escape')
    await screen.seeNo('iframe')

    await screen.open('/dashboard/contactanos')
    await screen.click(byText('Felicitaciones'))
    await screen.fill('textarea', 'Gracias por la atención del lunes')
    await screen.click(byRole('button', 'Solicitar contacto'))
    await screen.see('[role="alert"]')
    await screen.expectAccessible()
    expect(await screen.valueOf('textarea')).toBe('Gracias por la atención del lunes')
    await screen.choose('¿Quién es el paciente?', 'Camila Andrea Fuentes (yo)')
    await screen.click(byRole('button', 'Solicitar contacto'))
    await screen.see(byText('¡Tu mensaje ha sido recibido con éxito!'))

    await screen.open('/dashboard/mi-grupo-familiar')
    await screen.see(byText('Martina Ignacia'))
    await screen.expectAccessible()
    await screen.click(byRole('link', 'Exámenes de Martina Ignacia'))
    await screen.see(`${banner} ${byText('Martina')}`)
    await screen.expectAccessible()
  }))

test('staff sign in, compare the photos of a passport and confirm it', () =>
  runAtSize({ width: 1440, height: 900 }, async (screen) => {
    await signIn(screen, '11.111.111-1', '/admin')
    await screen.see(byRole('heading', 'Administrador de usuarios'))
    await screen.open('/admin/usuarios?estado=3')
    await screen.click('a[aria-label^="Validar a"]')
    await screen.click(byRole('button', 'Ver imagen: Pasaporte'))
    await screen.see('img[alt="Pasaporte"]')
    await screen.click(byRole('button', 'Ver imagen: Persona con su pasaporte'))
    await screen.see('img[alt="Persona con su pasaporte"]')
    await screen.expectAccessible()
    await screen.click(byRole('button', 'CONFIRMAR'))
    await screen.see(byText('¡Usuario validado con éxito!'))
    await screen.expectAccessible()
  }))
