/** The main journeys in the installed Firefox, at the widths of a desktop and of a phone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchIsolatedPortal } from '../portals.ts'
import { byLabel, byRole, byText, launchFirefox, openScreen, type Screen } from './browser.ts'

const password = 'Portal2026'
const documentField = 'input[name="document_number"]'
/** A time such as 09:30. */
const slot = '::-p-xpath(//button[substring(normalize-space(.), 3, 1) = ":"])'
const banner = '[aria-label="Persona que estás viendo"]'
const signInButton = byRole('button', 'INICIAR SESIÓN')

async function signIn(screen: Screen, run: string, path = '/'): Promise<void> {
  await screen.open(path)
  await screen.fill(documentField, run)
  await screen.fill('input[name="password"]', password)
  await screen.click(signInButton)
}

async function signInAsCamila(screen: Screen): Promise<void> {
  await signIn(screen, '12.345.678-5')
  await screen.see(byText('Bienvenida, Camila'))
}

describe.each([
  { name: 'desktop', size: { width: 1440, height: 900 } },
  { name: 'phone', size: { width: 390, height: 844 } },
])('in Firefox, at the width of a $name', ({ name, size }) => {
  let firefox: Awaited<ReturnType<typeof launchFirefox>>
  let portal: Awaited<ReturnType<typeof launchIsolatedPortal>>

  beforeAll(async () => {
    portal = await launchIsolatedPortal(`firefox-${name}`)
    firefox = await launchFirefox()
  })
  afterAll(async () => {
    await firefox?.close()
    await portal?.end()
  })

  /** Runs a journey on a new page; it fails on errors that the browser reports. */
  async function onNewPage(journey: (screen: Screen) => Promise<void>): Promise<void> {
    const { screen, errors, close } = await openScreen(firefox, portal.url, size)
    try {
      await journey(screen)
      expect(errors, 'nothing went wrong in the browser').toEqual([])
    } finally {
      await close()
    }
  }

  test('a visitor sees at each field of the sign-in page what is missing or wrong', () =>
    onNewPage(async (screen) => {
      await screen.open('/')
      await screen.click(signInButton)
      await screen.see(byText('Digita RUT'))
      await screen.see(byText('Digita Contraseña'))
      await screen.expectAccessible()
      await screen.fill(documentField, '12.345.678-9')
      await screen.fill('input[name="password"]', 'No-es-esta-2026')
      await screen.press('Enter')
      await screen.see(byText('Digita RUT válido'))
      await screen.fill(documentField, '12.345.678-5')
      await screen.press('Enter')
      await screen.see(byText('Usuario o contraseña inválida'))
      await screen.click(byRole('button', 'REINTENTAR'))
      expect(await screen.valueOf(documentField)).toBe('12345678-5')
      await screen.expectAccessible()
    }))

  test('a person passes the identity check in a window, and nothing typed is lost when a field is missing', () =>
    onNewPage(async (screen) => {
      const newPassword = 'Quebrada-Honda-27'
      await screen.open('/registrar')
      await screen.fill(documentField, '16.789.012-1')
      await screen.fill(byLabel('Número de documento'), 'A1B2C3D4E5')
      await screen.fill(byLabel('E-mail'), 'persona@ejemplo.cl')
      await screen.fill(byLabel('Celular'), '912345678')
      await screen.click(byRole('button', 'CONTINUAR'))
      await screen.see(byRole('heading', 'Valida tu identidad'))
      await screen.expectAccessible()
      const identity = await screen.clickToOpen(byRole('button', 'CONFIRMAR'))
      for (const number of [1, 2, 3]) {
        await identity.see(byText(`Pregunta ${number} de 3`))
        await identity.click(byText('Demostración: respuesta correcta'))
        await identity.click(byRole('button', 'CONTINUAR'))
      }
      await screen.see(byRole('heading', 'Crea tu cuenta'))
      expect(identity.page.isClosed()).toBe(true)
      expect(await screen.valueOf(byLabel('Fecha de nacimiento'))).toMatch(/^\d\d\/\d\d\/\d{4}$/)
      await screen.expectAccessible()
      await screen.choose('Nacionalidad', 'Chilena')
      await screen.choose('Previsión', 'Fonasa')
      await screen.choose('Género', 'Femenino')
      await screen.fill(byLabel('Dirección'), 'Los Aromos 1240')
      await screen.choose('Región', 'Metropolitana de Santiago')
      await screen.choose('Provincia', 'Santiago')
      await screen.choose('Comuna', 'Maipú')
      await screen.fill(byLabel('Contraseña'), newPassword)
      await screen.fill(byLabel('Confirmar contraseña'), newPassword)
      await screen.click(byRole('button', 'REGISTRARME'))
      await screen.see(byText('Acepta términos y condiciones'))
      expect(await screen.valueOf(byLabel('Dirección'))).toBe('Los Aromos 1240')
    }))

  test('a patient finds a slot, books it and sees the appointment', () =>
    onNewPage(async (screen) => {
      await signIn(screen, '13.579.246-2')
      await screen.see(byText('Bienvenida, Paula'))
      await screen.open('/reservas?office_id=PROVIDENCIA')
      await screen.fill('input[type="search"]', 'dermatologia')
      await screen.click(byRole('button', 'Dermatología'))
      await screen.click(byText('La primera hora disponible'))
      await screen.see(byRole('heading', 'Elige día y hora'))
      await screen.expectAccessible()
      await screen.click(slot)
      await screen.click(byRole('button', 'RESERVAR HORA'))
      await screen.see(byText('Te guardamos esta hora'))
      await screen.expectAccessible()
      await screen.click(byRole('button', 'CONFIRMAR HORA'))
      await screen.see(byRole('heading', 'Tu hora está reservada'))
      await screen.expectAccessible()
    }))

  test('a patient sees the values of an exam and opens its PDF', () =>
    onNewPage(async (screen) => {
      await signInAsCamila(screen)
      await screen.open('/dashboard/mis-examenes/laboratorio')
      await screen.see('button[aria-label^="PDF de "]')
      await screen.expectAccessible()
      const pdf = await screen.clickToOpen('button[aria-label^="PDF de "]')
      await expect.poll(() => pdf.page.url(), { timeout: 20_000 }).toMatch(/\/api\/exams\/files/)
      await pdf.page.close()
      await screen.click('button[aria-label^="Ver "]')
      await screen.see('iframe')
      await expect.poll(() => screen.textOfFrame(), { timeout: 20_000 }).toContain('dentro del rango')
      await screen.press('Escape')
      await screen.seeNo('iframe')
    }))

  test('a patient writes to the clinic, and nothing typed is lost when a field is missing', () =>
    onNewPage(async (screen) => {
      await signInAsCamila(screen)
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
    }))

  test('a patient switches to her child, and every page says whose record it shows', () =>
    onNewPage(async (screen) => {
      await signInAsCamila(screen)
      await screen.open('/dashboard/mi-grupo-familiar')
      await screen.see(byText('Martina Ignacia'))
      await screen.expectAccessible()
      await screen.click(byRole('link', 'Exámenes de Martina Ignacia'))
      await screen.see(`${banner} ${byText('Martina')}`)
      await screen.expectAccessible()
    }))

  test('staff sign in, compare the photos of a passport and confirm it', () =>
    onNewPage(async (screen) => {
      await signIn(screen, '11.111.111-1', '/admin')
      await screen.see(byRole('heading', 'Administrador de usuarios'))
      await screen.open('/admin/usuarios?estado=3')
      await screen.click('a[aria-label^="Validar a"]')
      await screen.click(byRole('button', 'Ver imagen: Pasaporte'))
      await screen.see('img[alt="Pasaporte"]')
      await screen.expectAccessible()
      await screen.click(byRole('button', 'CONFIRMAR'))
      await screen.see(byText('¡Usuario validado con éxito!'))
      await screen.expectAccessible()
    }))
})
