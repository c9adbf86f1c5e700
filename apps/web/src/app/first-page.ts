/**
 * Runs in the pictures of the page that come with the shell, long before the application is there to put itself in their
 * place: keeps the one for whoever is here, and puts in what the server does not know or change with the day. The picture of
 * the sign-in page has one notice, as the pattern of those there are.
 */
import type { PublicAlert } from '@mi-portal/contract/alerts'
import { initialsOf } from '../ui/initials-of.ts'
import { noticeColors, noticeTitle } from '../ui/notice-words.ts'
import { greeting } from './greeting.ts'

/** What the pictures say in place of a signed-in person's name. */
const nameBlank = '{first_name}'

interface Signed {
  rol?: string
  first_name?: string
  gender_id?: number | null
  temporary_key_status?: boolean
}

const root = document.getElementById('root')

/** Who is signed in, as `lib/session.ts` keeps it; null for nobody. */
function signedIn(): Signed | null {
  try {
    return JSON.parse(localStorage.getItem('currentUser') ?? 'null')
  } catch {
    return null
  }
}

/** Whether whoever is here will see what a picture shows. One with a question in its address shows its beginning only. */
function fits(viewer: string | undefined, user: Signed | null): boolean {
  if (viewer === 'anybody') return true
  if (viewer === 'visitor') return user === null
  return user?.rol === 'STANDART_ROLE' && user.temporary_key_status !== true && location.search === ''
}

function noticeLike(pattern: Element, { name, text, color }: PublicAlert): Node | undefined {
  const notice = pattern.cloneNode(true)
  if (!(notice instanceof HTMLElement)) return
  Object.assign(notice.style, noticeColors(color.primary_code, color.secundary_code))
  const title = document.createElement('strong')
  title.textContent = noticeTitle(name)
  notice.querySelector('p')?.replaceChildren(title, ` ${text}`)
  return notice
}

function putNotices(picture: Element) {
  const strip = picture.querySelector('section[aria-label="Avisos"]')
  const pattern = strip?.firstElementChild
  if (!strip || !pattern) return
  const shown: PublicAlert[] = JSON.parse(document.getElementById('portal-alerts')?.textContent ?? '[]')
  strip.replaceChildren(...shown.flatMap((notice) => noticeLike(pattern, notice) ?? []))
}

function putName(picture: Element, { first_name = '', gender_id = null }: Signed) {
  const words: Record<string, string> = {
    [`${greeting(null)}, ${nameBlank}`]: `${greeting(gender_id)}, ${first_name}`,
    [nameBlank]: first_name,
    [initialsOf(nameBlank)]: initialsOf(first_name),
  }
  for (const part of picture.querySelectorAll('h1, span')) {
    const word = words[part.textContent ?? '']
    if (word !== undefined && part.childElementCount === 0) part.textContent = word
  }
}

const user = signedIn()
const pictures = [...(root?.querySelectorAll<HTMLElement>(':scope > [data-viewer]') ?? [])]
const fitting = pictures.find(({ dataset }) => fits(dataset.viewer, user))
if (fitting) {
  for (const picture of pictures) if (picture !== fitting) picture.remove()
  putNotices(fitting)
  if (user) putName(fitting, user)
  fitting.hidden = false
}
// What is empty the application fills at once, as on every other page.
else root?.replaceChildren()
