/** Steps of the journeys that book, and a client of the scheduling service that works independently of the page. */
import { expect, type Page } from '@playwright/test'
import { clinicPassword } from './steps.ts'

// Neither has a family to book for.
export const paula = { run: '13.579.246-2' }
export const lucia = { document_type_id: 2, document_number: 'P1234567' }

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const slotButtons = (page: Page) =>
  page.getByRole('group').getByRole('button', { name: /^\d{2}:\d{2}/ })

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
  }
}

/** Calls the scheduling service as another patient than the page's. */
export async function createSchedulingClientAs(page: Page, who: object) {
  const answer = await page.request.post('/api/auth/login', { data: { ...who, password: clinicPassword } })
  const { token, patient } = await answer.json()
  return createSchedulingClient(page, token, patient.id)
}

export async function createSchedulingClientOfPage(page: Page) {
  const { token, id } = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
  return createSchedulingClient(page, token, id)
}

type Slot = { readonly id: number; readonly starts_at: string; readonly rut_professional: string }

export const formatTime = ({ starts_at }: Slot) =>
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

/** Opens a day of the laboratory with ten slots. Returns a slot at a time that only one desk offers. */
export async function openLaboratory(page: Page): Promise<Slot> {
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

const emergencyLine = (page: Page) => page.getByText(/^Si es una emergencia, llama al/)

/** Expects that the line that says whom to call in an emergency is in view, and that no button, link or field lies over it or under it. */
export async function expectEmergencyLine(page: Page) {
  await expect(emergencyLine(page)).toBeInViewport({ ratio: 1 })
  await expect(emergencyLine(page).getByRole('link', { name: '131' })).toHaveAttribute('href', 'tel:131')
  const covered = await emergencyLine(page).evaluate((element: Element) => {
    const own = element.getBoundingClientRect()
    // What is behind an open dialog cannot be pressed.
    const layer = element.closest('dialog') ?? document
    return [...layer.querySelectorAll('a, button, input, select, textarea')]
      .filter((other) => !element.contains(other) && other.checkVisibility({ visibilityProperty: true }))
      .filter((other) => {
        const box = other.getBoundingClientRect()
        const isApart =
          box.right <= own.left || box.left >= own.right || box.bottom <= own.top || box.top >= own.bottom
        return box.width > 0 && box.height > 0 && !isApart
      })
      .map((other) => other.outerHTML.slice(0, 120))
  })
  expect(covered, 'nothing lies over the line').toEqual([])
}
