/**
 * Runs in a prerendered page before it is painted, long before the application replaces the page. It shows the page to
 * its kind of user, with the current alerts and the patient's name; from anyone else it removes the page.
 */
import type { PublicAlert } from '@mi-portal/contract/alerts/alerts'
import type { CurrentUser } from '../../lib/session.ts'
import { getInitials } from '../../ui/get-initials.ts'
import { noticeColors, noticeTitle } from '../../ui/notice-labels.ts'
import { getGreeting } from '../greeting.ts'
import { requestScripts } from './request-scripts.ts'

/** Returns the signed-in user as `lib/session.ts` stores it; null when no user is signed in. */
function readStoredUser(): Partial<CurrentUser> | null {
  try {
    return JSON.parse(localStorage.getItem('currentUser') ?? 'null')
  } catch {
    return null
  }
}

/** Returns an alert, made from the prerendered one. */
function alertFrom(template: HTMLElement, { name, text, color }: PublicAlert): HTMLElement {
  const alert = document.importNode(template, true)
  const colours = noticeColors(color.primary_code, color.secundary_code)
  for (const part of [alert, ...alert.querySelectorAll('div, details')])
    if (part instanceof HTMLElement) Object.assign(part.style, colours)
  const walker = document.createTreeWalker(alert, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    node.nodeValue = (node.nodeValue ?? '')
      .replace('{name}.', () => noticeTitle(name))
      .replace('{name}', () => name)
      .replace('{text}', () => text)
  }
  return alert
}

/** Returns whether the address asks for no more than the prerendered page. An exam in the address opens over the list. */
function isBeginning(): boolean {
  return [...new URLSearchParams(location.search).keys()].every((key) => key === 'examen')
}

const user = readStoredUser()
const page = document.querySelector<HTMLElement>('#root > [data-viewer]')
const viewer = page?.dataset.viewer
const isPatient = user?.rol === 'STANDART_ROLE' && !user.temporary_key_status && isBeginning()

if (page && (viewer === 'patient' ? isPatient : viewer === 'all' || user === null)) {
  const template = page.querySelector<HTMLElement>('section[aria-label="Avisos"] > *')
  const alerts: PublicAlert[] = JSON.parse(document.getElementById('portal-alerts')?.textContent ?? '[]')
  template?.replaceWith(...alerts.map((alert) => alertFrom(template, alert)))
  const [name = ''] = user?.first_name?.split(' ') ?? []
  for (const part of page.querySelectorAll('h1, span')) {
    const text = part.textContent ?? ''
    if (part.childElementCount > 0 || !text.includes('{')) continue
    const greeted = text.replace(getGreeting(null), getGreeting(user?.gender_id ?? null))
    const named = greeted.replace('{first_name}', () => name)
    part.textContent = text === getInitials('{first_name}') ? getInitials(name) : named
  }
  // Until a clinic is installed it has no number for emergencies, and the page then leaves the line out.
  page.querySelector('a[href="tel:"]')?.closest('p')?.remove()
  page.hidden = false
} else {
  // The application fills an empty root at once, as on every other page.
  document.getElementById('root')?.replaceChildren()
  requestScripts()
}
