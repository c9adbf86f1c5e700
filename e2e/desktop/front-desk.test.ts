/** The most frequent acts of the front desk, by keyboard alone. Key presses are counted besides typing, and each act has a limit. */
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { clinicPassword, enter, tabTo } from '../steps.ts'

/** How many keys each act takes at most, from any page of staff. */
const limits = {
  'find a patient by phone': 2,
  'book the next free hour with a professional': 6,
  'confirm an appointment': 3,
  'move an appointment to the next free hour': 5,
  'cancel an appointment': 5,
  'create the record of a caller and book': 12,
  'record an arrival': 4,
  'filter and print the arrivals of tomorrow': 4,
  'answer a request': 8,
  'validate an account': 7,
  'write the letter that answers a complaint': 7,
} as const

/** Presses keys and counts them; what is typed as text does not count. */
function countKeys(page: Page) {
  let pressed = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      pressed += 1
      await page.keyboard.press(key)
    }
  }
  return {
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Presses the digit that opens a page of the menu. */
    open: async (label: string) => {
      const names = await page.getByRole('region', { name: 'Atención' }).getByRole('link').allInnerTexts()
      await press(String(names.findIndex((name) => name.startsWith(label)) + 1))
    },
    /** Presses Tab until the control has the focus. */
    reach: async (name: string) => {
      pressed += await tabTo(page, page.getByRole('button', { name }))
    },
    count: () => pressed,
  }
}

type Keys = ReturnType<typeof countKeys>

function act(page: Page, name: keyof typeof limits, work: (keys: Keys) => Promise<void>): Promise<void> {
  return test.step(`staff ${name}`, async () => {
    const keys = countKeys(page)
    await work(keys)
    expect(keys.count(), name).toBeLessThanOrEqual(limits[name])
  })
}

const patient = 'Paula Inés Leiva Castro'
const firstHour = (page: Page) => page.getByRole('group').getByRole('button').first()

async function find(page: Page, keys: Keys, text: string, name: string) {
  await keys.press('/')
  await keys.type(text)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await keys.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Books the first hour with a professional, in the field that has the focus. */
async function book(page: Page, keys: Keys, professional: string) {
  await keys.type(professional)
  await keys.press('Enter')
  await expect(firstHour(page)).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: 'Reservar' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByText(/^Hora reservada:/)).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await enter(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
  await expect(page.getByRole('combobox', { name: 'Buscar paciente' })).toBeVisible()
})

test('the front desk answers the telephone by keyboard, each act within its number of key presses', async ({
  page,
  expectAccessible,
}) => {
  await act(page, 'find a patient by phone', (keys) => find(page, keys, '+56 9 6465 2858', patient))
  await expect(page.getByRole('combobox', { name: 'Especialidad, examen o profesional' })).toBeEnabled()
  await expectAccessible()
  await act(page, 'book the next free hour with a professional', async (keys) => {
    await find(page, keys, 'paula leiva', patient)
    await expect(page.getByRole('combobox', { name: 'Especialidad, examen o profesional' })).toBeEnabled()
    await keys.press('r')
    await book(page, keys, 'paulina toro')
    await expect(page.locator('li:focus')).toContainText('Dra. Paulina Toro')
  })
  await act(page, 'confirm an appointment', async (keys) => {
    await find(page, keys, 'paula leiva', patient)
    const confirmed = page.getByText('Confirmada', { exact: true })
    const count = await confirmed.count()
    await keys.press('c')
    await expect(confirmed).toHaveCount(count + 1)
  })
  await act(page, 'move an appointment to the next free hour', async (keys) => {
    await find(page, keys, 'paula leiva', patient)
    await keys.press('m')
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeFocused()
    await expectAccessible()
    await keys.press('Space', 'Enter')
    await expect(page.getByText('La hora fue movida.')).toBeVisible()
  })
  await act(page, 'cancel an appointment', async (keys) => {
    await find(page, keys, 'paula leiva', patient)
    await keys.press('x')
    await expect(page.getByRole('button', { name: 'Volver' })).toBeFocused()
    await keys.press('Tab', 'Enter')
    await expect(page.getByText('La hora fue cancelada.')).toBeVisible()
  })
  await act(page, 'create the record of a caller and book', async (keys) => {
    await keys.press('/')
    await keys.type('16.482.915-4')
    await expect(page.getByRole('option', { name: 'Crear ficha' })).toBeVisible()
    await keys.press('Enter')
    const form = page.getByRole('dialog', { name: 'Crear ficha' })
    await expect(form.getByRole('textbox', { name: 'RUT' })).toHaveValue('16482915-4')
    await expectAccessible()
    await expect(form.getByLabel('Nombres')).toBeFocused()
    await keys.type('Inés')
    await keys.press('Tab')
    await keys.type('Rojas')
    await keys.press('Tab', 'Tab')
    await keys.type('02/01/1990')
    await keys.press('Tab')
    if (!(await form.getByLabel('Teléfono').evaluate((field) => field === document.activeElement)))
      await keys.press('Tab')
    await keys.type('955550199')
    await keys.press('Enter')
    const created = page.getByRole('dialog', { name: 'Ficha creada: Inés Rojas' })
    await expect(created.getByRole('combobox', { name: 'Especialidad, examen o profesional' })).toBeFocused()
    await book(page, keys, 'paulina toro')
    await expect(created.getByText(/llama al/)).toBeVisible()
  })
  await page.getByRole('button', { name: 'Ver su ficha' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Inés Rojas' })).toBeVisible()
  await test.step('the page fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText('Sin cuenta')).toBeVisible()
    await expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test('the front desk works at the counter and the letter box by keyboard, each act within its number of key presses', async ({
  page,
  expectAccessible,
}) => {
  const arrivals = page.getByRole('table', { name: 'Llegadas' })
  await act(page, 'record an arrival', async (keys) => {
    await keys.open('Llegadas')
    const row = arrivals.getByRole('row').filter({ has: page.getByRole('button', { name: /^Llegó/ }) })
    const name = await row.first().getByRole('link').first().innerText()
    await expectAccessible()
    await keys.press('f')
    await keys.type(name)
    await expect(arrivals.getByRole('row')).toHaveCount(2)
    await keys.press('ArrowDown', 'l')
    await expect(arrivals.getByText(/^hace \d+ min$/)).toBeVisible()
  })
  await act(page, 'filter and print the arrivals of tomorrow', async (keys) => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await page.getByRole('heading', { level: 1, name: 'Llegadas' }).focus()
    await keys.press('d')
    await expect(page).toHaveURL(/dia=2026-11-25/)
    await expect(arrivals).toBeVisible()
    const name = await arrivals.getByRole('link').first().innerText()
    await keys.press('f')
    await keys.type(name)
    await expect(arrivals.getByRole('row')).toHaveCount(2)
    await keys.press('ArrowDown', 'i')
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  })
  await act(page, 'answer a request', async (keys) => {
    await keys.open('Solicitudes')
    await expect(page.getByRole('button', { name: /^Abrir la solicitud/ }).first()).toBeVisible()
    await keys.press('j', 'Enter')
    await expect(page.getByRole('textbox', { name: 'Respuesta' })).toBeVisible()
    await keys.press('r')
    await keys.type('Ya está disponible')
    await keys.reach('Enviar respuesta')
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: 'La respuesta fue enviada' })).toBeVisible()
    await keys.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Solicitudes' })).toBeVisible()
  })
  await act(page, 'validate an account', async (keys) => {
    await find(page, keys, 'emily johnson', 'Emily Grace Johnson')
    await keys.press('e')
    await expect(page.getByRole('heading', { level: 1, name: 'Validar usuario' })).toBeVisible()
    for (const label of ['Pasaporte', 'Persona con su pasaporte']) {
      await expect(page.getByRole('button', { name: `Ver imagen: ${label}` })).toBeEnabled()
      await keys.press('v')
      await expect(page.getByRole('img', { name: label, exact: true })).toBeVisible()
    }
    await keys.press('c', 'Enter')
    await expect(page.getByRole('dialog')).toContainText('Emily')
    await expectAccessible()
    await page.keyboard.press('Escape')
  })
  await act(page, 'write the letter that answers a complaint', async (keys) => {
    await keys.open('Reclamos')
    await expect(page.getByRole('link', { name: /^R-\d{4}-/ }).first()).toBeVisible()
    await keys.press('j', 'Enter')
    await expect(page.getByRole('textbox', { name: 'Texto de la carta' })).toBeVisible()
    await keys.press('r')
    await keys.type('Lamentamos lo ocurrido.')
    await keys.reach('Firmar y pedir aprobación')
    await keys.press('Enter')
    await expect(page.getByText(/la aprueba y la envía otra persona/)).toBeVisible()
  })
})
