import { beforeEach, expect, test } from 'vitest'

const patient = { token: 't', id: 4, rol: 'STANDART_ROLE', first_name: 'José<b>Luis</b> Mario', gender_id: 2 }

let runs = 0

/** Runs the script of the page as index.html does, after the elements above it. Returns the root. */
async function runPageScript({
  user,
  at = '/dashboard',
  page,
}: {
  user?: unknown
  at?: string
  page: string
}) {
  if (user !== undefined)
    localStorage.setItem('currentUser', typeof user === 'string' ? user : JSON.stringify(user))
  window.history.replaceState(null, '', at)
  document.body.innerHTML = `<div id="root">${page}<script type="text/plain">…</script></div>`
  runs += 1
  // A module of another address runs again.
  await import(`${import.meta.dirname}/prerendered-page.ts?run=${runs}`)
  return document.getElementById('root')
}

const pageFor = (viewer: string, content: string) =>
  `<div inert hidden data-viewer="${viewer}">${content}</div>`
const visitorPage = pageFor('visitor', '<h1>Iniciar sesión</h1>')
const patientPage = pageFor(
  'patient',
  '<h1>Bienvenid@, {first_name}</h1><b class="initials"><span aria-hidden="true">{</span></b><span><span>{first_name}</span><span>Mi perfil</span></span>',
)

beforeEach(() => window.history.replaceState(null, '', '/'))

test('the script shows a visitor the visitor’s page, and removes it from a signed-in patient', async () => {
  const shown = await runPageScript({ page: visitorPage })
  expect(shown?.querySelector('[data-viewer="visitor"]')).toBeVisible()
  expect(await runPageScript({ user: patient, page: visitorPage })).toBeEmptyDOMElement()
})

test('the script greets a patient by name, and inserts the name only as text', async () => {
  const root = await runPageScript({ user: patient, page: patientPage })
  const shown = root?.querySelector('[data-viewer="patient"]')
  expect(shown).toBeVisible()
  expect(shown?.querySelector('h1')).toHaveTextContent('Bienvenido, José<b>Luis</b>')
  expect(shown?.querySelector('.initials')).toHaveTextContent(/^J$/)
  expect([...(shown?.querySelectorAll('span > span') ?? [])].map((part) => part.textContent)).toEqual([
    'José<b>Luis</b>',
    'Mi perfil',
  ])
})

test.each([
  ['no user is signed in', {}],
  ['staff is', { user: { ...patient, rol: 'ADMIN_ROLE' } }],
  ['a password is to be changed first', { user: { ...patient, temporary_key_status: true } }],
  ['the address asks for more than the beginning', { user: patient, at: '/dashboard?x=1' }],
  [
    'the address names another patient',
    { user: patient, at: '/dashboard/mis-examenes?patient_id=5&examen=31' },
  ],
  ['the stored session cannot be read', { user: '{' }],
])('the script leaves the root empty instead of a patient’s page when %s', async (_, who) => {
  const root = await runPageScript({ ...who, page: patientPage })
  expect(root).toBeEmptyDOMElement()
})
