import { beforeEach, expect, test, vi } from 'vitest'

const patient = { token: 't', id: 4, rol: 'STANDART_ROLE', first_name: 'José <b>Luis</b>', gender_id: 2 }

/** Runs the script of the page as the shell does, once what stands above it is there. Returns the root. */
async function run({ user, at = '/dashboard', pictures }: { user?: unknown; at?: string; pictures: string }) {
  if (user !== undefined)
    localStorage.setItem('currentUser', typeof user === 'string' ? user : JSON.stringify(user))
  window.history.replaceState(null, '', at)
  document.body.innerHTML = `<div id="root">${pictures}<script type="text/plain">…</script></div>`
  vi.resetModules()
  await import('./first-page.ts')
  return document.getElementById('root')
}

const picture = (viewer: string, content: string) =>
  `<div inert hidden data-viewer="${viewer}">${content}</div>`
const visitors = picture('visitor', '<h1>Iniciar sesión</h1>')
const patients = picture(
  'patient',
  '<h1>Bienvenid@, {first_name}</h1><b class="initials"><span aria-hidden="true">{</span></b><span><span>{first_name}</span><span>Mi perfil</span></span>',
)

beforeEach(() => window.history.replaceState(null, '', '/'))

test('shows whoever is not signed in what is theirs, and takes the rest away', async () => {
  const root = await run({ pictures: visitors + patients })
  expect(root?.querySelectorAll('[data-viewer]')).toHaveLength(1)
  expect(root?.querySelector('[data-viewer="visitor"]')).toBeVisible()
})

test('greets a patient by their name, which is text whatever it says', async () => {
  const root = await run({ user: patient, pictures: visitors + patients })
  expect(root?.querySelectorAll('[data-viewer]')).toHaveLength(1)
  const shown = root?.querySelector('[data-viewer="patient"]')
  expect(shown).toBeVisible()
  expect(shown?.querySelector('h1')).toHaveTextContent('Bienvenido, José <b>Luis</b>')
  expect(shown?.querySelector('.initials')).toHaveTextContent('J<')
  expect([...(shown?.querySelectorAll('span > span') ?? [])].map((part) => part.textContent)).toEqual([
    'José <b>Luis</b>',
    'Mi perfil',
  ])
})

test.each([
  ['nobody is signed in', {}],
  ['staff is', { user: { ...patient, rol: 'ADMIN_ROLE' } }],
  ['a password is to be changed first', { user: { ...patient, temporary_key_status: true } }],
  ['the address asks for more than the beginning', { user: patient, at: '/reservas?spec_id=12' }],
  ['what is kept cannot be read', { user: '{' }],
])('leaves the place of a patient’s page empty where %s', async (_, who) => {
  const root = await run({ ...who, pictures: patients })
  expect(root).toBeEmptyDOMElement()
})

test('shows anybody what is anybody’s, with a question in the address, too', async () => {
  const root = await run({
    user: patient,
    at: '/registrar?x=1',
    pictures: picture('anybody', '<h1>Regístrate</h1>'),
  })
  expect(root?.querySelector('h1')).toBeVisible()
})

test('puts in the notices of the moment, in their own colours where they can be read', async () => {
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = 'portal-alerts'
  block.textContent = JSON.stringify([
    {
      id: 1,
      name: 'Corte',
      text: '<i>Sin agua</i>',
      color: { primary_code: '#000000', secundary_code: '#FFFFFF' },
    },
    {
      id: 2,
      name: '¡Atención!',
      text: 'Mañana.',
      color: { primary_code: '#EEEEEE', secundary_code: '#FFFFFF' },
    },
  ])
  document.head.append(block)
  const pattern =
    '<section aria-label="Avisos"><div><svg></svg><p><strong>{name}.</strong> {text}</p></div></section>'
  const root = await run({ at: '/', pictures: picture('visitor', pattern) })
  block.remove()
  const notices = [...(root?.querySelectorAll<HTMLElement>('section > div') ?? [])]
  expect(notices.map((notice) => notice.textContent)).toEqual([
    'Corte. <i>Sin agua</i>',
    '¡Atención! Mañana.',
  ])
  expect(notices.map((notice) => notice.style.color !== '')).toEqual([true, false])
})
