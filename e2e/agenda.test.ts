import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

const administrator = { run: '22.222.222-2' }
const superAdministrator = { run: '11.111.111-1' }

async function openAgenda(page: Page, who: { readonly run: string }): Promise<void> {
  await signIn(page, who, clinicPassword, '/admin')
  await page.waitForURL('**/admin/usuarios')
  await page.goto('/admin/agenda')
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
}

/** Returns the next given weekday (0 is Sunday) at least that many days ahead, as `DD/MM/AAAA`. */
function nextDay(weekday: number, ahead: number): string {
  const day = new Date(Date.now() + ahead * 86_400_000)
  while (day.getUTCDay() !== weekday) day.setUTCDate(day.getUTCDate() + 1)
  const [year, month, date] = day.toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

test('staff create a professional whose slots appear in the week, block one of them and lift the block', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  const name = 'Dra. Aurora Vial Soto'
  await openAgenda(page, administrator)
  await expect(page.getByRole('link', { name: /^Ver agenda de/ }).first()).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'CREAR PROFESIONAL' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crear profesional' })).toBeVisible()
  await page.getByRole('button', { name: 'AGREGAR BLOQUE' }).click()
  await page.getByRole('button', { name: 'CREAR PROFESIONAL' }).click()
  await expect(page.getByRole('link', { name: 'Bloque 1: Selecciona Sede' })).toBeVisible()
  await expectAccessible()
  await page.getByLabel('RUT').fill('19.000.001-K')
  await page.getByLabel('Nombre').fill(name)
  await page.getByLabel('Desde', { exact: true }).fill('09:00')
  await page.getByLabel('Hasta', { exact: true }).fill('11:00')
  await page.getByLabel('Sede').selectOption('Maipú')
  await page.getByLabel('Especialidad').selectOption({ index: 1 })
  await page.getByLabel('Sala').fill('piso 9, consulta 901')
  await page.getByRole('button', { name: 'CREAR PROFESIONAL' }).click()
  const created = page.getByRole('dialog', { name: 'Profesional creado con éxito' })
  await expect(created).toBeVisible()
  await expectAccessible()
  await created.getByRole('button', { name: 'Ver agenda' }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  await page.getByRole('button', { name: 'Semana siguiente' }).click()
  await expect(page.getByText('09:30 Libre')).toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: 'BLOQUEAR HORAS' }).click()
  const block = page.getByRole('dialog', { name: 'Bloquear horas' })
  await block.getByRole('checkbox', { name: 'Días completos' }).uncheck()
  await block.getByLabel('Desde las').fill('09:00')
  await block.getByLabel('Hasta las').fill('10:00')
  await block.getByLabel('Motivo').fill('Reunión')
  await expectAccessible()
  await block.getByRole('button', { name: 'BLOQUEAR' }).click()
  await expect(page.getByText('Las horas quedaron bloqueadas.')).toBeVisible()
  await expect(page.getByText('09:30 Libre')).toBeHidden()
  await expect(page.getByText('10:00 Libre')).toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: 'Levantar bloqueo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Levantar bloqueo' }).click()
  await expect(page.getByText('El bloqueo fue levantado.')).toBeVisible()
  await expect(page.getByText('09:30 Libre')).toBeVisible()
})

/** Finds upcoming appointments of patients with an account that no other journey uses, with the day of each. */
async function findUpcomingAppointments(page: Page): Promise<{ id: number; day: string; name: string }[]> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('currentUser') ?? '{}')
    const ask = async (path: string) =>
      (await fetch(`/api/admin/agenda/${path}`, { headers: { 'x-token': token } })).json()
    const accounts = /^(Camila|Martina|Jorge|Paula|Diego|Lucía|Elena|Benjamín|Tomás) /
    const withAccount = new Set<string>()
    for (const page of [1, 2]) {
      const response = await fetch('/api/patients/pages', {
        method: 'POST',
        headers: { 'x-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ page, limit: 100, status: 1 }),
      })
      const { patients }: { patients: { first_name: string; last_name: string; second_name: string }[] } =
        await response.json()
      for (const { first_name, last_name, second_name } of patients)
        withAccount.add([first_name, last_name, second_name].filter(Boolean).join(' '))
    }
    const found: { id: number; day: string; name: string }[] = []
    const { professionals } = await ask('professionals?limit=100')
    for (const { id } of professionals)
      for (const ahead of [7, 14]) {
        const from = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
        const { hours: appointments } = await ask(`professionals/${id}/week?from=${from}`)
        for (const { patient_full_name, starts_at } of appointments)
          if (withAccount.has(patient_full_name) && !accounts.test(patient_full_name))
            found.push({ id, day: starts_at.slice(0, 10), name: patient_full_name })
        if (found.length >= 2) return found
      }
    return found
  })
}

test('staff move one patient’s appointment and cancel another’s, and both get an e-mail', async ({
  page,
  expectAccessible,
}) => {
  test.slow()
  await openAgenda(page, superAdministrator)
  const appointments = await findUpcomingAppointments(page)
  const [moved, cancelled] = appointments
  if (!moved || !cancelled) throw new Error('no appointment is upcoming')

  await page.goto(`/admin/agenda?profesional=${moved.id}&desde=${moved.day}`)
  await page
    .getByRole('button', { name: new RegExp(moved.name) })
    .first()
    .click()
  const look = page.getByRole('dialog', { name: 'Hora reservada' })
  await expect(look).toBeVisible()
  await expectAccessible()
  await look.getByRole('button', { name: 'Mover a otra hora' }).click()
  const move = page.getByRole('dialog', { name: 'Mover hora' })
  await move.getByRole('button', { name: 'Siguientes' }).click()
  await expect(move.getByRole('radio').first()).toBeAttached()
  await expectAccessible()
  await move.getByRole('radio').last().check({ force: true })
  // Asked only when the modality of the slot differs from the appointment's.
  const agreement = move.getByRole('checkbox', { name: 'El paciente está de acuerdo con este cambio.' })
  if (await agreement.isVisible()) await agreement.check()
  await move.getByRole('button', { name: 'MOVER HORA' }).click()
  await expect(page.getByText(/La hora fue movida/)).toBeVisible()

  await page.goto(`/admin/agenda?profesional=${cancelled.id}&desde=${cancelled.day}`)
  await page
    .getByRole('button', { name: new RegExp(cancelled.name) })
    .first()
    .click()
  await look.getByRole('button', { name: 'Cancelar hora' }).click()
  await page
    .getByRole('dialog', { name: '¿Cancelar esta hora?' })
    .getByRole('button', { name: 'Cancelar hora' })
    .click()
  await expect(page.getByText(/La hora fue cancelada/)).toBeVisible()

  for (const [subject, text] of [
    ['Cambio de hora', /Tuvimos que cambiar (tu|la) hora/],
    ['Cancelación de hora', /Tuvimos que cancelar (tu|la) hora/],
  ] as const) {
    await page.goto('/dev/correo')
    await page.getByRole('link', { name: subject }).first().click()
    await expect(page.locator('pre')).toContainText(text)
  }
})

test('staff add a holiday and remove it again', async ({ page, expectAccessible }) => {
  const name = 'Elección regional'
  const day = nextDay(0, 40)
  await openAgenda(page, administrator)
  await page.getByRole('tab', { name: 'Feriados' }).click()
  await expect(page.getByText('Independencia Nacional')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'AGREGAR FERIADO' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar feriado' })
  await dialog.getByLabel('Día', { exact: true }).fill(day)
  await dialog.getByLabel('Nombre').fill(name)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'AGREGAR FERIADO' }).click()
  await expect(page.getByText(`Se agregó el feriado «${name}»`)).toBeVisible()
  await page.getByLabel('Año', { exact: true }).selectOption(day.slice(6))
  await page.getByRole('button', { name: `Quitar ${name}` }).click()
  await page.getByRole('button', { name: 'Quitar feriado' }).click()
  await expect(page.getByText(`Se quitó el feriado «${name}»`)).toBeVisible()
})

test('a file of calendars is shown with its errors, and then imported completely', async ({
  page,
  expectAccessible,
}) => {
  const run = '19000003-6'
  const room = 'consulta 911'
  const csv = (rows: readonly string[]) => ({
    name: 'calendarios.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['rut;nombre;dia;desde;hasta;sede;especialidad;minutos;sala', ...rows].join('\r\n'),
      'latin1',
    ),
  })
  const good = `${run};Dr. Íñigo Peña Muñoz;sábado;15:00;18:00;MAIPU;101;30;${room}`
  await openAgenda(page, administrator)
  await page.getByRole('tab', { name: 'Importar calendarios' }).click()
  const input = page.getByLabel('Archivo CSV')
  await input.setInputFiles(
    csv([good, `${run};Dr. Íñigo Peña Muñoz;sábado;17:00;19:00;Marte;101;30;${room}`]),
  )
  await expect(page.getByText('calendarios.csv: 1 fila tiene errores')).toBeVisible()
  await expect(page.getByText('No existe esa sede')).toBeVisible()
  await expect(page.getByRole('button', { name: 'IMPORTAR', exact: true })).toBeHidden()
  await expectAccessible()
  await input.setInputFiles(csv([good]))
  await expect(page.getByText(/1 bloque nuevo, 1 profesional nuevo/)).toBeVisible()
  await page.getByRole('button', { name: 'IMPORTAR', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Los calendarios fueron importados' })).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await page.getByRole('tab', { name: 'Profesionales' }).click()
  await page.getByRole('searchbox', { name: 'Buscar por nombre o RUT' }).fill('inigo pena')
  await expect(page.getByText('Dr. Íñigo Peña Muñoz').first()).toBeVisible()
})

/** Finds a past appointment of a patient of the demonstration, with the professional in whose week it is. */
async function findPastAppointment(page: Page) {
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
  const read = async (path: string) =>
    (await page.request.get(`/api/admin/${path}`, { headers: { 'x-token': token } })).json()
  const { professionals }: { professionals: { id: number; name: string }[] } = await read(
    'agenda/professionals?page=1&limit=100',
  )
  type Past = { id_appointment: number; starts_at: string; doctor_name: string; patient_full_name: string }
  const { appointments }: { appointments: Past[] } = await read('attendance/patients/1?page=1')
  for (const { id_appointment, starts_at, doctor_name, patient_full_name } of appointments) {
    const id = professionals.find(({ name }) => name === doctor_name)?.id
    if (id === undefined) continue
    const day = starts_at.slice(0, 10)
    const week: { hours: Past[] } = await read(`agenda/professionals/${id}/week?from=${day}`)
    if (week.hours.some((one) => one.id_appointment === id_appointment))
      return { id, day, name: patient_full_name }
  }
  throw new Error('no past appointment is in a calendar')
}

test('staff correct the attendance of a past appointment in the week, and correct it back', async ({
  page,
  expectAccessible,
}) => {
  await openAgenda(page, superAdministrator)
  const { id, day, name } = await findPastAppointment(page)
  await page.goto(`/admin/agenda?profesional=${id}&desde=${day}`)
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Hora reservada' })
  await expect(dialog.getByText('Se atendió', { exact: true })).toBeVisible()
  await expectAccessible()
  const correct = dialog.getByRole('button', { name: /^Corregir la asistencia/ })
  await correct.click()
  const question = page.getByRole('dialog', { name: '¿Corregir a «No se presentó»?' })
  await expect(question).toBeVisible()
  await expectAccessible()
  // Escape closes the question and not the window behind it.
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(correct).toBeFocused()
  await correct.click()
  await question.getByRole('button', { name: 'Corregir' }).click()
  await expect(dialog.getByText('No se presentó', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^Rodrigo Alberto/)).toBeVisible()
  await correct.click()
  await page
    .getByRole('dialog', { name: '¿Corregir a «Se atendió»?' })
    .getByRole('button', { name: 'Corregir' })
    .click()
  await expect(dialog.getByText('Se atendió', { exact: true })).toBeVisible()
})
