/**
 * Runs in the picture of the sign-in page that comes with the shell, long before the application is there to put itself
 * in its place. The picture has one notice, as the pattern of those there are.
 */
import type { PublicAlert } from '@mi-portal/contract/alerts'
import { noticeColors, noticeTitle } from '../ui/notice-words.ts'

const root = document.getElementById('root')
const strip = root?.querySelector<HTMLElement>('section')
const pattern = strip?.firstElementChild

function shownNotices(): PublicAlert[] {
  return JSON.parse(document.getElementById('portal-alerts')?.textContent ?? '[]')
}

function draw({ name, text, color }: PublicAlert): Node | undefined {
  const notice = pattern?.cloneNode(true)
  if (!(notice instanceof HTMLElement)) return
  Object.assign(notice.style, noticeColors(color.primary_code, color.secundary_code))
  const title = document.createElement('strong')
  title.textContent = noticeTitle(name)
  notice.querySelector('p')?.replaceChildren(title, ` ${text}`)
  return notice
}

// Who is signed in (`lib/session.ts` keeps it so) has no business here: the application leads them on.
if (localStorage.getItem('currentUser') !== null) root?.replaceChildren()
else if (strip) {
  strip.replaceChildren(...shownNotices().flatMap((notice) => draw(notice) ?? []))
  strip.hidden = false
}
