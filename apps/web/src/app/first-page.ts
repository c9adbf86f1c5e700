/**
 * Runs in a prerendered page before it is painted, long before the application replaces the page. It shows the page to
 * its kind of user, with the current alerts and the patient's name; from anyone else it removes the page.
 */
import type { PublicAlert } from '@mi-portal/contract/alerts'
import { initialsOf } from '../ui/initials-of.ts'
import { noticeColors, noticeTitle } from '../ui/notice-words.ts'
import { greeting } from './greeting.ts'

interface Signed {
  rol?: string
  first_name?: string
  gender_id?: number | null
  temporary_key_status?: boolean
}

const page = document.querySelector<HTMLElement>('#root > [data-viewer]')

/** Returns the signed-in user as `lib/session.ts` stores it; null when no user is signed in. */
function signedIn(): Signed | null {
  try {
    return JSON.parse(localStorage.getItem('currentUser') ?? 'null')
  } catch {
    return null
  }
}

/** Returns whether the user will see what the page shows. It was prerendered without a query in its address. */
function fits(viewer: string | undefined, user: Signed | null): boolean {
  if (viewer === 'patient')
    return user?.rol === 'STANDART_ROLE' && user.temporary_key_status !== true && location.search === ''
  return viewer === 'anybody' || user === null
}

/** Puts the current alerts in place of the prerendered one, which is their template. */
function putAlerts(strip: Element, template: Element) {
  const shown: PublicAlert[] = JSON.parse(document.getElementById('portal-alerts')?.textContent ?? '[]')
  const alerts = shown.map(({ name, text, color }) => {
    const alert = template.cloneNode(true)
    if (!(alert instanceof HTMLElement)) return alert
    Object.assign(alert.style, noticeColors(color.primary_code, color.secundary_code))
    const title = document.createElement('strong')
    title.textContent = noticeTitle(name)
    alert.querySelector('p')?.replaceChildren(title, ` ${text}`)
    return alert
  })
  strip.replaceChildren(...alerts)
}

const user = signedIn()
if (page && fits(page.dataset.viewer, user)) {
  const strip = page.querySelector('section[aria-label="Avisos"]')
  if (strip?.firstElementChild) putAlerts(strip, strip.firstElementChild)
  const name = user?.first_name ?? ''
  for (const part of page.querySelectorAll('h1, span')) {
    const text = part.textContent ?? ''
    if (part.childElementCount > 0 || !text.includes('{')) continue
    const named = text
      .replace(greeting(null), greeting(user?.gender_id ?? null))
      .replace('{first_name}', () => name)
    part.textContent = text === initialsOf('{first_name}') ? initialsOf(name) : named
  }
  page.hidden = false
}
// The application fills an empty root at once, as on every other page.
else document.getElementById('root')?.replaceChildren()
