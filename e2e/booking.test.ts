/** Books, moves and cancels an appointment, and covers what happens when another patient is faster. */
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { clinicPassword, signIn } from './steps.ts'

// Neither has a family to book for, and no other journey counts their appointments.
const paula = { run: '13.579.246-2' }
const lucia = { document_type_id: 2, document_number: 'P1234567' }

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const slotButtons = (page: Page) => page.getByRole('group').getByRole('button', { name: /^\d{2}:\d{2}/ })

async function signInAsPatient(page: Page) {
  await signIn(page, paula, clinicPassword)
  await expect(heading(page, /Bienvenida, Paula/)).toBeVisible()
}

/** Calls the scheduling service with a session of the portal, independently of the page. */
async function createSchedulingClient(page: Page, session: string, id: number) {
  const answer = await page.request.get('/api/scheduling/token', { headers: { 'x-token': session } })
  const { token } = await answer.json()
  const headers = { authorization: `Bearer ${token}` }
  return {
    id,
    post: async (path: string, data: object) => {
      const response = await page.request.post(`/agenda/v1/${path}`, { headers, data })
      expect(response.status(), path).toBe(200)
      return (await response.json()).data
    },
    cancelBooking: async (id_appointment: number) => {
      const response = await page.request.delete(`/agenda/v1/bookings/${id_appointment}`, { headers })
      expect(response.status(), 'the hour is given up').toBe(200)
    },
  }
}

/** Calls the scheduling service as another patient than the page's. */
async function createSchedulingClientAs(page: Page, who: object) {
  const answer = await page.request.post('/api/auth/login', { data: { ...who, password: clinicPassword } })
  const { token, patient } = await answer.json()
  return createSchedulingClient(page, token, patient.id)
}

async function createSchedulingClientOfPage(page: Page) {
  const { token, id } = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
  return createSchedulingClient(page, token, id)
}

test('a patient finds a specialty, a professional and a slot, books it, moves the appointment and cancels it', async ({
  page,
  expectAccessible,
}) => {
  await signInAsPatient(page)
  await page.goto('/dashboard/agenda')
  const needs = page.getByRole('dialog', { name: '¿Qué necesitas reservar?' })
  await expect(needs.getByText('Exámenes sin reserva:')).toBeVisible()
  await expectAccessible()
  await needs.getByRole('button', { name: 'Consulta médica' }).click()
  const clinics = page.getByRole('dialog', { name: '¿En qué clínica quieres atenderte?' })
  await expect(clinics).toBeVisible()
  await expectAccessible()
  await clinics.getByRole('link', { name: 'Providencia' }).click()

  await expect(heading(page, '¿Qué necesitas reservar?')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Busca tu especialidad' }).fill('dermatologia')
  await expect(page.getByRole('button', { name: 'Dermatología', exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Dermatología', exact: true }).click()
  await expect(heading(page, 'Elige con quién atenderte')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: /^La primera hora disponible/ }).click()

  await expect(heading(page, 'Elige día y hora')).toBeVisible()
  await slotButtons(page).first().click()
  // On phones the choice covers the slots until the page is scrolled to its end.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectAccessible()
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await expect(heading(page, 'Confirma tu hora')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^Te guardamos esta hora durante \d+ min \d+ s$/)
  await expectAccessible()
  // The choice survives a reload, and the slot is still held for the same patient.
  await page.reload()
  await expect(page.getByRole('button', { name: 'CONFIRMAR HORA' })).toBeEnabled()
  await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
  await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Cómo (llegar y entrar|conectarte)$/ })).toBeVisible()
  await expectAccessible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'AGREGAR A MI CALENDARIO' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^hora-\d+\.ics$/)

  // Going back does not show questions that are already answered.
  const booked = new URL(page.url()).searchParams.get('reservada')
  await page.goto(`/reservas?id_appointment=${booked}`)
  await expect(page.getByText('Estás cambiando una hora')).toBeVisible()
  await slotButtons(page).last().click()
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await page.getByRole('button', { name: 'CAMBIAR MI HORA' }).click()
  await expect(heading(page, 'Cambiaste tu hora')).toBeVisible()

  await page.getByRole('link', { name: 'VER MIS HORAS' }).click()
  await expect(heading(page, 'Consultas médicas')).toBeVisible()
  const moved = page.locator('li', { has: page.locator(`a[href$="id_appointment=${booked}"]`) })
  await expect(moved).toBeVisible()
  await expectAccessible()
  await moved.getByRole('button', { name: /^Cancelar hora/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar hora' }).click()
  await expect(page.getByRole('dialog', { name: 'Tu hora fue cancelada' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(moved).toHaveCount(0)
})

type Slot = { readonly id: number; readonly starts_at: string; readonly rut_professional: string }

const timeOf = ({ starts_at }: Slot) =>
  new Date(starts_at).toLocaleTimeString('es-CL', {
    timeZone: 'America/Santiago',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

const dayOf = ({ starts_at }: Slot) =>
  new Date(starts_at).toLocaleDateString('es-CL', {
    timeZone: 'America/Santiago',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })

/**
 * Opens a day of the laboratory and returns one of its slots, at a time that only one desk offers. It is the first day with ten slots:
 * late in the day, today has fewer.
 */
async function openLaboratory(page: Page): Promise<Slot> {
  const slotsResponse = page.waitForResponse((answer) => answer.url().includes('/agenda/v1/slots'))
  await page.goto('/reservas?office_id=PROVIDENCIA&spec_id=362')
  const { data }: { data: Slot[] } = await (await slotsResponse).json()
  await expect(slotButtons(page).first()).toBeVisible()
  const days = Map.groupBy(data, dayOf)
  const [day, slots] = [...days].find(([, some]) => some.length >= 10) ?? []
  const slot = slots?.find((one) => slots.filter(({ starts_at }) => starts_at === one.starts_at).length === 1)
  if (day === undefined || !slot) throw new Error('no day of the laboratory has ten slots')
  await page.getByRole('button', { name: day.replace(',', '') }).click()
  return slot
}

test('a slot that another patient takes first disappears with a message, and another is booked', async ({
  page,
}) => {
  await signInAsPatient(page)
  const slot = await openLaboratory(page)
  const wanted = page.getByRole('group').getByRole('button', { name: timeOf(slot), exact: true })
  await wanted.click()

  const other = await createSchedulingClientAs(page, lucia)
  await other.post('holds', { slot_id: slot.id })
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await expect(page.getByText('Esa hora ya no está disponible')).toBeVisible()
  await expect(wanted).toHaveCount(0)

  await slotButtons(page).nth(5).click()
  await page.getByRole('button', { name: 'RESERVAR HORA' }).click()
  await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
  await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
  await expect(page.getByText('Revisa si tu orden médica pide ayuno')).toBeVisible()
})

test('a patient on the waiting list is offered a released slot, and books it', async ({
  page,
  expectAccessible,
}) => {
  // Released slots are checked once a minute.
  test.setTimeout(180_000)
  await signInAsPatient(page)
  const slot = await openLaboratory(page)
  const other = await createSchedulingClientAs(page, lucia)
  const { hold_id } = await other.post('holds', { slot_id: slot.id })
  const { id_appointment } = await other.post('bookings', { hold_id, patient_id: other.id })

  // That desk is at one site only: the other site has no slots, and a notification could never be sent.
  await page.goto(`/reservas?office_id=MAIPU&specialty=362&rut_professional=${slot.rut_professional}`)
  await expect(page.getByText('No hay horas libres en los próximos dos meses')).toBeVisible()
  await expectAccessible()
  await expect(page.getByRole('button', { name: 'AVÍSAME' })).toHaveCount(0)
  const own = await createSchedulingClientOfPage(page)
  await own.post('waiting', { patient_id: own.id, specialty: '362', office_id: 'PROVIDENCIA' })
  await page.goto('/reservas')
  await expectAccessible()
  await page.getByRole('button', { name: /^Dejar de esperar Laboratorio: sangre/ }).click()
  await expect(page.getByRole('heading', { name: 'Horas que esperas' })).toHaveCount(0)

  await own.post('waiting', {
    patient_id: own.id,
    specialty: '362',
    rut_professional: slot.rut_professional,
  })
  await other.cancelBooking(id_appointment)
  await expect(async () => {
    await page.goto('/reservas')
    await expect(page.getByRole('heading', { name: 'Se liberó una hora como la que esperas' })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass({ timeout: 120_000 })
  await expectAccessible()
  await page.getByRole('button', { name: 'TOMAR ESTA HORA' }).click()
  await page.getByRole('button', { name: 'CONFIRMAR HORA' }).click()
  await expect(heading(page, 'Tu hora está reservada')).toBeVisible()
})
