/** Passwords that the rule of form lets through and that somebody would guess all the same. */

/** What a password must not hold, in any spelling. */
type PasswordBearer = {
  readonly document_number: string
  /** First names and both surnames. */
  readonly names: readonly string[]
}
export type PasswordHouse = { readonly product: string; readonly brand: string }

let commonWords: Promise<ReadonlySet<string>> | undefined

/** The ten thousand most common passwords, read when the first one is judged. */
async function readCommonWords(): Promise<ReadonlySet<string>> {
  const { default: common } = await import('./common-passwords.json', { with: { type: 'json' } })
  return new Set(common.words.split(' '))
}

// Case and accents make no password stronger.
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.\-_]/g, '')
}

/** The words of a name long enough to be somebody's, folded. */
function wordsOf(text: string, shortest: number): string[] {
  return text
    .split(/[\s-]+/)
    .map(fold)
    .filter((word) => word.length >= shortest)
}

/** A run without its check digit says as much as the whole. */
function spellingsOf(document: string): string[] {
  const whole = fold(document)
  return /^\d{5,8}[\dk]$/.test(whole) ? [whole, whole.slice(0, -1)] : [whole]
}

/** What is wrong with a new password besides its form, in the words a person reads, or null. */
export async function weakness(
  password: string,
  bearer: PasswordBearer,
  house: PasswordHouse,
): Promise<string | null> {
  commonWords ??= readCommonWords()
  if ((await commonWords).has(password.toLowerCase()))
    return 'Elige otra contraseña: esta es una de las más usadas'
  const folded = fold(password)
  const holds = (word: string) => word !== '' && folded.includes(word)
  const own = [...spellingsOf(bearer.document_number), ...bearer.names.flatMap((name) => wordsOf(name, 3))]
  if (own.some(holds)) return 'La contraseña no puede contener tu nombre ni tu documento'
  if ([house.product, house.brand].flatMap((name) => wordsOf(name, 4)).some(holds))
    return 'La contraseña no puede contener el nombre del portal ni de la clínica'
  return null
}
