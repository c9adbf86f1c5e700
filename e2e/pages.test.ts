/** Opens every address of the web application, as each kind of user, and looks for barriers, sideways scroll and errors. */
import { expect, type Page } from '@playwright/test'
import { findViolations, onlyColours } from './accessibility.ts'
import { addressesOfEveryone, addressesOfPatients, addressesOfStaff } from './addresses.ts'
import { expectEmergencyLine } from './booking-steps.ts'
import { test } from './journey.ts'
import { clinicPassword, enter, signIn } from './steps.ts'

/** Pages on which a patient reads at once whom to call in an emergency. */
const withEmergencyLine = /^\/dashboard\/(agenda-imagenologia|agenda-procedimientos|contactanos$)/

/** Public pages have these links at their foot; the page of a result is shown inside another one. */
async function findMissingLegalLinks(page: Page, address: string): Promise<string[]> {
  if (!addressesOfEveryone.includes(address) || address.startsWith('/visor/')) return []
  const links = page.getByRole('contentinfo').getByRole('link')
  const shown = await links.evaluateAll((all) =>
    all.map((one) => `${one.textContent} ${one.getAttribute('href')}`),
  )
  const expected = ['Tus derechos /derechos', 'Accesibilidad /accesibilidad']
  return expected.filter((link) => !shown.includes(link)).map((link) => `has no link ${link}`)
}

/** Opens each address, and expects that nothing on it is wrong. */
async function inspectPages(page: Page, opened: readonly string[], findBarriers: () => Promise<string[]>) {
  const wrong: string[] = []
  for (const address of opened) {
    await page.goto(address)
    await expect(page.locator('#root > [inert]'), address).toHaveCount(0)
    await expect(page.locator('h1').first(), address).toBeVisible()
    await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0)
    if (withEmergencyLine.test(address)) await expectEmergencyLine(page)
    for (const barrier of [...(await findBarriers()), ...(await findMissingLegalLinks(page, address))])
      wrong.push(`${address}: ${barrier}`)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (excess > 0) wrong.push(`${address}: scrolls sideways by ${excess} pixels`)
    for (const name of await page.evaluate(findCoveredTargets)) wrong.push(`${address}: covers «${name}»`)
  }
  expect(wrong).toEqual([])
}

/**
 * Returns the names of check boxes, radio buttons, links and buttons of the page, over which another choice or a button that floats over
 * the page lies. Runs in the page, so it uses nothing of this module.
 */
function findCoveredTargets(): string[] {
  const isFloating = (element: Element) => getComputedStyle(element).position === 'fixed'
  // What is folded away has a place in the page and cannot be pressed.
  const choices = [...document.querySelectorAll('label:has(> input)')].filter((one) => one.checkVisibility())
  const floating = [...document.querySelectorAll('button')].filter(isFloating)
  const targets = [...choices, ...document.querySelectorAll('main a, main button')]
  const overlaps = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  return targets.flatMap((target) => {
    const box = target.getBoundingClientRect()
    const others = choices.includes(target) ? [...choices, ...floating] : floating
    const isCovered = others.some((other) => other !== target && overlaps(box, other.getBoundingClientRect()))
    return isCovered && !isFloating(target) ? [target.textContent.trim()] : []
  })
}

/**
 * Returns the controls of the page that are smaller than 44 pixels (36 high with a mouse) or lie over another one. Runs in the page, so it
 * uses nothing of this module. Links inside a sentence, inputs that their label makes large, and hidden ones are not measured.
 */
function findMisplacedControls(): string[] {
  const least = matchMedia('(pointer: fine)').matches ? 36 : 44
  /** The place of a control, with what `tap-target` adds above and below its lines. */
  function findTarget(control: Element): DOMRect {
    const box = control.getBoundingClientRect()
    if (getComputedStyle(control).position !== 'relative') return box
    const height = Math.max(box.height, Number.parseFloat(getComputedStyle(control, '::after').height) || 0)
    return new DOMRect(box.x, box.y - (height - box.height) / 2, box.width, height)
  }
  const controls = [
    ...document.querySelectorAll<HTMLElement>('button, input, select, textarea, main a, [role=tab]'),
  ]
    .filter(
      (control) =>
        control.checkVisibility() &&
        !control.closest('p, [aria-hidden], fieldset label, header, .portal-hidden'),
    )
    .map((control) => ({
      control: control.closest('label') ?? control,
      name: control.getAttribute('aria-label') ?? control.textContent.trim(),
    }))
    // The link of a row is as large as the row.
    .filter(({ control }) => !('row' in control.dataset))
    .map(({ control, name }) => ({ control, name, box: findTarget(control) }))
    .filter(({ box }) => box.width > 0)
  const small = controls.filter(({ box }) => box.height < least || box.width < least)
  const covered = controls.filter((one) =>
    controls.some(
      (other) =>
        !one.control.contains(other.control) &&
        !other.control.contains(one.control) &&
        // The button inside a field.
        !(one.control.parentElement?.contains(other.control) && one.control.tagName === 'INPUT') &&
        !(other.control.parentElement?.contains(one.control) && other.control.tagName === 'INPUT') &&
        one.box.left < other.box.right - 1 &&
        other.box.left < one.box.right - 1 &&
        one.box.top < other.box.bottom - 1 &&
        other.box.top < one.box.bottom - 1,
    ),
  )
  return [
    ...small.map(({ name, box }) => `small: ${name} ${Math.round(box.width)} × ${Math.round(box.height)}`),
    ...covered.map(({ name }) => `covered: ${name}`),
  ]
}

/** The pages that a patient opens most. */
const mainPages =
  `/dashboard /dashboard/consultas-medicas /dashboard/mis-examenes /dashboard/mis-examenes/otros-examenes
  /dashboard/mi-grupo-familiar /dashboard/perfil /dashboard/seguridad /dashboard/solicitudes /dashboard/contactanos
  /dashboard/control-prevencion /dashboard/agenda /dashboard/solicitud-presupuestos /reservas`.split(/\s+/)

test('every part in every state has room, its size and its contrast in both schemes', async ({ page }) => {
  // The alerts at the top of every page are a part as well.
  const findBarriers = () => findViolations(page, { rules: { 'landmark-unique': { enabled: false } } })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/dev/parts')
    await expect(page.getByRole('heading', { name: 'Partes del portal' })).toBeVisible()
    expect(await page.evaluate(findMisplacedControls)).toEqual([])
    expect(await findBarriers()).toEqual([])
    await page.getByRole('button', { name: 'Abrir formulario' }).click()
    await page.getByRole('dialog').getByRole('combobox').click()
    await expect(page.getByRole('option', { name: 'Ñuble' })).toBeVisible()
    expect(await findBarriers()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Abrir formulario' })).toBeFocused()
    await page.getByRole('button', { name: 'Más acciones de Perfil lipídico' }).click()
    await expect(page.getByRole('menuitem', { name: 'Compartir' })).toBeVisible()
    expect(await findBarriers()).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('the main pages of a patient have enough contrast in the dark scheme', async ({ page }) => {
  const findBarriers = () => findViolations(page, onlyColours)
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspectPages(page, ['/', '/registrar'], findBarriers)
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  await inspectPages(page, mainPages, findBarriers)
})

test('the main pages of staff have enough contrast in the dark scheme, and rows of 44 to 52 pixels', async ({
  page,
}) => {
  const findBarriers = () => findViolations(page, onlyColours)
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspectPages(page, ['/admin'], findBarriers)
  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  const names = ['llegadas', 'solicitudes', 'usuarios', 'pacientes/1', 'agenda', 'por-confirmar', 'registro']
  const opened = names.map((name) => `/admin/${name}`)
  await inspectPages(page, opened, findBarriers)
  await page.setViewportSize({ width: 1440, height: 1000 })
  for (const opened of ['/admin/llegadas', '/admin/solicitudes']) {
    await page.goto(opened)
    const rows = page.locator('main tbody tr')
    await expect(rows.first()).toBeVisible()
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    const [median = 0] = heights.toSorted((one, other) => one - other).slice(heights.length / 2)
    expect(median, opened).toBeGreaterThanOrEqual(44)
    expect(median, opened).toBeLessThanOrEqual(52)
  }
})

async function expectRoomForLargeText(page: Page, opened: readonly string[]) {
  for (const address of opened) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        address,
      )
      .toBeLessThanOrEqual(0)
    const cut = await page
      .locator('header')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length)
    expect(cut, `${address}: the header is as high as its words`).toBe(0)
  }
}

async function findLink(page: Page, from: string, name: RegExp): Promise<string> {
  await page.goto(from)
  return (await page.getByRole('link', { name }).first().getAttribute('href')) ?? ''
}

test('every page that everyone may open has no barriers, and fits the window', async ({
  page,
  findBarriers,
}) => {
  await inspectPages(page, addressesOfEveryone, findBarriers)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectRoomForLargeText(page, ['/', '/registrar', '/olvido-contrasena', '/proteger/bloquear'])
  // The demonstration has two alerts above the sign-in.
  await page.goto('/')
  const signInButton = await page.getByRole('button', { name: 'INICIAR SESIÓN' }).boundingBox()
  expect((signInButton?.y ?? 844) + (signInButton?.height ?? 0)).toBeLessThanOrEqual(844)
})

test('every page of a patient has no barriers, and fits the window', async ({ page, findBarriers }) => {
  await enter(page, { run: '12.345.678-5' }, clinicPassword)
  const appointment = await findLink(page, '/dashboard/consultas-medicas', /\d\d:\d\d h$/)
  const images = await findLink(page, '/dashboard/mis-examenes/otros-examenes', /^Imágenes de /)
  await inspectPages(page, [...addressesOfPatients, appointment, images], findBarriers)
  await expectRoomForLargeText(page, ['/dashboard', '/dashboard/mi-grupo-familiar', '/reservas'])
})

test('every page that shows a child to a parent has no barriers, and fits the window', async ({
  page,
  findBarriers,
}) => {
  await signIn(page, { run: '12.345.678-5' }, clinicPassword)
  await page.getByRole('link', { name: 'Horas de Martina' }).click()
  await page.waitForURL(/patient_id=/)
  const child = new URL(page.url()).search
  const pages = [
    'consultas-medicas',
    'consultas-medicas/horas-pasadas',
    'mis-examenes/laboratorio',
    'mis-examenes/otros-examenes',
    'solicitud-presupuestos',
    'contactanos',
    'agenda',
  ]
  await inspectPages(
    page,
    pages.map((name) => `/dashboard/${name}${child}`),
    findBarriers,
  )
})

test('the pages of an administrator have no barriers, and fit the window', async ({ page, findBarriers }) => {
  await enter(page, { run: '22.222.222-2' }, clinicPassword, '/admin')
  const opened = [
    'usuarios',
    'usuarios/editar/1',
    'inicio',
    'solicitudes',
    'agenda',
    'por-confirmar',
    'registro',
  ]
  await inspectPages(
    page,
    opened.map((name) => `/admin/${name}`),
    findBarriers,
  )
  const large = ['pacientes/1', 'llegadas', 'agenda-del-dia', 'inicio?ver=correos']
  await expectRoomForLargeText(
    page,
    large.map((name) => `/admin/${name}`),
  )
  const links = await page.locator('main li .portal-link, main table .portal-link').all()
  expect(links.length).toBeGreaterThan(0)
  const heights = await Promise.all(
    links.map((link) => link.evaluate((one) => getComputedStyle(one, '::after').height)),
  )
  expect(Math.min(...heights.map(Number.parseFloat))).toBeGreaterThanOrEqual(44)
})

test('every page of a super administrator has no barriers, and fits the window', async ({
  page,
  findBarriers,
}) => {
  await enter(page, { run: '11.111.111-1' }, clinicPassword, '/admin')
  await inspectPages(page, addressesOfStaff, findBarriers)
})
