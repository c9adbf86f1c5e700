import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'
import { changePasswordIfNotYou } from '../../../platform/mail-sentences.ts'

type Recipient = { readonly first_name: string }

const recoveryPath = (isStaff: boolean) => (isStaff ? '/admin/olvido-contrasena' : '/olvido-contrasena')

export const secondFactorSet: MailTemplate<Recipient> = {
  name: 'session.secondFactorSet',
  clinical: false,
  subject: 'Código extra activado',
  blocks: ({ first_name }, { supportEmail, supportPhone }) => [
    `Hola, ${first_name}: desde ahora tu cuenta pide, además de la contraseña, un código de tu aplicación de autenticación. Los códigos de recuperación anteriores ya no sirven.`,
    `Si no fuiste tú, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
  ],
}

export const secondFactorRemoved: MailTemplate<Recipient> = {
  name: 'session.secondFactorRemoved',
  clinical: false,
  subject: 'Código extra desactivado',
  blocks: ({ first_name }, branding) => [
    `Hola, ${first_name}: tu cuenta ya no pide un código además de la contraseña.`,
    changePasswordIfNotYou(branding),
  ],
}

/** How a lost second factor was removed: by two members of staff, or with a code that one gave to the person at the counter. */
export type ResetWay = 'two-people' | 'in-person'

export const secondFactorReset: MailTemplate<
  Recipient & { readonly isStaff: boolean; readonly way: ResetWay }
> = {
  name: 'session.secondFactorReset',
  clinical: false,
  subject: 'Quitamos el código extra de tu cuenta',
  heading: 'Quitamos tu código extra',
  blocks: ({ first_name, isStaff, way }, { product, supportEmail, supportPhone }) => [
    way === 'two-people'
      ? `Hola, ${first_name}: dos personas de la clínica quitaron el código extra de tu cuenta, porque se avisó que ya no lo tienes.`
      : `Hola, ${first_name}: se quitó el código extra de tu cuenta con un código que la clínica entregó en persona, después de revisar tu documento de identidad.`,
    'Cerramos todas las sesiones, y ya no sirven tus códigos de recuperación, tu huella ni tu PIN.',
    'Inicia sesión con tu contraseña y configura tu nuevo teléfono, una huella o un PIN.',
    { kind: 'button', label: `Ir a ${product}`, path: isStaff ? '/admin' : '/' },
    `Si no lo pediste, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
  ],
}

export const recoveryCodesReplaced: MailTemplate<Recipient> = {
  name: 'session.recoveryCodesReplaced',
  clinical: false,
  subject: 'Tienes nuevos códigos de recuperación',
  heading: 'Nuevos códigos de recuperación',
  blocks: ({ first_name }, branding) => [
    `Hola, ${first_name}: en tu cuenta se crearon códigos de recuperación nuevos. Los anteriores ya no sirven.`,
    changePasswordIfNotYou(branding),
  ],
}

export const recoveryCodeUsed: MailTemplate<Recipient & { readonly left: number }> = {
  name: 'session.recoveryCodeUsed',
  clinical: false,
  subject: 'Se usó un código de recuperación',
  blocks: ({ first_name, left }, branding) => [
    `Hola, ${first_name}: en tu cuenta se usó uno de tus códigos de recuperación. Cada código sirve una sola vez.`,
    [['Códigos que te quedan', String(left)]],
    changePasswordIfNotYou(branding),
  ],
}

export const codesGuessed: MailTemplate<
  Recipient & { readonly atSignIn: boolean; readonly isStaff: boolean }
> = {
  name: 'session.codesGuessed',
  clinical: false,
  subject: 'Códigos equivocados en tu cuenta',
  heading: ({ atSignIn }) => (atSignIn ? 'Alguien conoce tu contraseña' : 'Códigos equivocados en tu cuenta'),
  blocks: ({ first_name, atSignIn, isStaff }, { supportEmail, supportPhone }) => [
    atSignIn
      ? `Hola, ${first_name}: alguien escribió tu contraseña correcta y varios códigos equivocados. Sin el código no se puede entrar, así que tu cuenta sigue protegida.`
      : `Hola, ${first_name}: en una sesión abierta de tu cuenta se escribieron varios códigos equivocados. Sin el código no se puede cambiar tu código extra.`,
    'Si fuiste tú, no tienes que hacer nada. Revisa que la hora de tu teléfono sea automática y usa el código que se ve en ese momento.',
    `Si no fuiste tú, cambia tu contraseña con calma, pero hoy. Si necesitas ayuda, llámanos al ${supportPhone} o escríbenos a ${supportEmail}.`,
    { kind: 'button', label: 'Recuperar contraseña', path: recoveryPath(isStaff) },
  ],
}

export const passwordVoided: MailTemplate<Recipient & { readonly isStaff: boolean }> = {
  name: 'session.passwordVoided',
  clinical: false,
  subject: 'Tu contraseña dejó de servir',
  blocks: ({ first_name, isStaff }, { supportEmail, supportPhone }) => [
    `Hola, ${first_name}: alguien conoce tu contraseña y escribió diez códigos equivocados. Nadie entró a tu cuenta. Para protegerla, esa contraseña ya no sirve.`,
    'Para volver a entrar, pide una contraseña temporal. Llega a este correo. Después elige una contraseña que no uses en otro sitio.',
    { kind: 'button', label: 'Recuperar contraseña', path: recoveryPath(isStaff) },
    `Si necesitas ayuda, llámanos al ${supportPhone} o escríbenos a ${supportEmail}.`,
  ],
}

export const secondFactorSamples: readonly MailSample[] = [
  mailSample(secondFactorReset, 'Código extra quitado', 'A quien perdió el teléfono de su código extra.', {
    first_name: 'Camila Andrea',
    isStaff: false,
    way: 'two-people',
  }),
  mailSample(recoveryCodesReplaced, 'Códigos de recuperación nuevos', 'A quien los reemplaza.', {
    first_name: 'Camila Andrea',
  }),
  mailSample(secondFactorSet, 'Código extra activado', 'A quien lo activa.', {
    first_name: 'Andrea Paz',
  }),
  mailSample(secondFactorRemoved, 'Código extra desactivado', 'A quien lo desactiva.', {
    first_name: 'Andrea Paz',
  }),
  mailSample(codesGuessed, 'Códigos equivocados', 'Tras cinco códigos equivocados en un día.', {
    first_name: 'Andrea Paz',
    atSignIn: true,
    isStaff: true,
  }),
  mailSample(
    passwordVoided,
    'Contraseña anulada',
    'Tras diez códigos equivocados con la contraseña correcta.',
    { first_name: 'Andrea Paz', isStaff: true },
  ),
  mailSample(
    recoveryCodeUsed,
    'Código de recuperación usado',
    'A quien entra con un código de recuperación.',
    { first_name: 'Andrea Paz', left: 7 },
  ),
]
