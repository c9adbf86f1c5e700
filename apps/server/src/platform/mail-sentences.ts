/** Sentences of several mails. */
import type { Branding } from './mail-layout.ts'

export const unnamedPerson = 'Una persona que usa el portal'
export const ignoreIfNotRequested = 'Si no lo pediste, ignora este mensaje: nada cambiará.'

type Contact = Pick<Branding, 'supportEmail' | 'supportPhone'>

export const changePasswordIfNotYou = ({ supportEmail, supportPhone }: Contact): string =>
  `Si no fuiste tú, cambia tu contraseña y avísanos al ${supportPhone} o a ${supportEmail}.`

export const callIfUnexpected = ({ supportPhone }: Contact): string =>
  `Si no lo esperabas, llámanos al ${supportPhone}.`
