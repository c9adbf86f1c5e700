import * as z from 'zod/mini'
import { atMost } from './text.ts'

const nameMessage = 'Usa solo letras, espacios, apóstrofos, guiones y puntos'

// The typographic apostrophe and hyphen are among them.
const allowed = /^[\p{L}\p{Mn}\p{Mc} '\u2019.\u2010-]*$/u
// Letters without a visible shape, and characters that change the direction of a text.
const invisible = /\p{Default_Ignorable_Code_Point}/u
const marksInARow = /[\p{Mn}\p{Mc}]{3}/u
// A point before two letters could be a web address: mail programs would turn it into a link.
const likeAddress = /\.[\p{L}\p{Mn}\p{Mc}]{2}/u

/** Returns whether a text, in Unicode's composed form, can be the name of a person. An empty text can. */
function isPersonName(text: string): boolean {
  return (
    allowed.test(text) &&
    !invisible.test(text) &&
    !marksInARow.test(text) &&
    !likeAddress.test(text) &&
    (text === '' || /\p{L}/u.test(text))
  )
}

export function checkPersonName(max: number, missing: string) {
  return [
    atMost(max, missing),
    z.normalize('NFC'),
    z.overwrite((text: string) => text.replace(/\s+/gu, ' ')),
    z.refine<string>(isPersonName, nameMessage),
  ] as const
}
