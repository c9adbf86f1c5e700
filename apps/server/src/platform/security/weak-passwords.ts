import { removeAccents } from '@mi-portal/contract/fields/accents'

type PasswordBearer = {
  readonly document_number: string
  readonly names: readonly string[]
}
export type PasswordBranding = { readonly product: string; readonly brand: string }

let commonWords: Promise<ReadonlySet<string>> | undefined

async function readCommonWords(): Promise<ReadonlySet<string>> {
  const { default: common } = await import('./common-passwords.json', { with: { type: 'json' } })
  return new Set(common.words.split(' '))
}

// Case, accents and separators do not make a password stronger.
function fold(text: string): string {
  return removeAccents(text)
    .toLowerCase()
    .replace(/[\s.\-_]/g, '')
}

function listWords(text: string, shortest: number): string[] {
  return text
    .split(/[\s-]+/)
    .map(fold)
    .filter((word) => word.length >= shortest)
}

/** Returns the spellings of a document. A RUN also counts without its check digit. */
function listSpellings(document: string): string[] {
  const whole = fold(document)
  return /^\d{5,8}[\dk]$/.test(whole) ? [whole, whole.slice(0, -1)] : [whole]
}

export async function weakness(
  password: string,
  bearer: PasswordBearer,
  branding: PasswordBranding,
): Promise<string | null> {
  commonWords ??= readCommonWords()
  if ((await commonWords).has(password.toLowerCase()))
    return 'Elige otra contraseña: esta es una de las más usadas'
  const folded = fold(password)
  const holds = (word: string) => word !== '' && folded.includes(word)
  const own = [
    ...listSpellings(bearer.document_number),
    ...bearer.names.flatMap((name) => listWords(name, 3)),
  ]
  if (own.some(holds)) return 'La contraseña no puede contener tu nombre ni tu documento'
  if ([branding.product, branding.brand].flatMap((name) => listWords(name, 4)).some(holds))
    return 'La contraseña no puede contener el nombre del portal ni de la clínica'
  return null
}
