import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Recipient = { readonly first_name: string }

const recoveryPath = '/admin/olvido-contrasena'

export const secondFactorSet: MailTemplate<Recipient> = {
  name: 'session.secondFactorSet',
  subject: () => 'Segundo factor activado',
  body: ({ first_name }, { supportEmail, supportPhone }) => ({
    heading: 'Segundo factor activado',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: desde ahora tu cuenta pide, además de la contraseña, un código de tu aplicación de autenticación. Los códigos de recuperación anteriores ya no sirven.`,
      },
      {
        kind: 'paragraph',
        text: `Si no fuiste tú, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

export const secondFactorRemoved: MailTemplate<Recipient> = {
  name: 'session.secondFactorRemoved',
  subject: () => 'Segundo factor desactivado',
  body: ({ first_name }, { supportEmail, supportPhone }) => ({
    heading: 'Segundo factor desactivado',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: tu cuenta ya no pide un código además de la contraseña.`,
      },
      {
        kind: 'paragraph',
        text: `Si no fuiste tú, cambia tu contraseña y avísanos al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

export const recoveryCodeUsed: MailTemplate<Recipient & { readonly left: number }> = {
  name: 'session.recoveryCodeUsed',
  subject: () => 'Se usó un código de recuperación',
  body: ({ first_name, left }, { supportEmail, supportPhone }) => ({
    heading: 'Se usó un código de recuperación',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: en tu cuenta se usó uno de tus códigos de recuperación. Cada código sirve una sola vez.`,
      },
      { kind: 'facts', rows: [['Códigos que te quedan', String(left)]] },
      {
        kind: 'paragraph',
        text: `Si no fuiste tú, cambia tu contraseña y avísanos al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

/** Mail after several wrong codes, either in a sign-in with the right password or in an open session. */
export const codesGuessed: MailTemplate<Recipient & { readonly atSignIn: boolean }> = {
  name: 'session.codesGuessed',
  subject: () => 'Códigos equivocados en tu cuenta',
  body: ({ first_name, atSignIn }, { supportEmail, supportPhone }) => ({
    heading: atSignIn ? 'Alguien conoce tu contraseña' : 'Códigos equivocados en tu cuenta',
    blocks: [
      {
        kind: 'paragraph',
        text: atSignIn
          ? `Hola, ${first_name}: alguien escribió tu contraseña correcta y varios códigos equivocados. Sin el código no se puede entrar, así que tu cuenta sigue protegida.`
          : `Hola, ${first_name}: en una sesión abierta de tu cuenta se escribieron varios códigos equivocados. Sin el código no se puede cambiar tu segundo factor.`,
      },
      {
        kind: 'paragraph',
        text: 'Si fuiste tú, no tienes que hacer nada. Revisa que la hora de tu teléfono sea automática y usa el código que se ve en ese momento.',
      },
      {
        kind: 'paragraph',
        text: `Si no fuiste tú, cambia tu contraseña con calma, pero hoy. Si necesitas ayuda, llámanos al ${supportPhone} o escríbenos a ${supportEmail}.`,
      },
      { kind: 'button', label: 'Recuperar contraseña', path: recoveryPath },
    ],
  }),
}

/** Mail after ten wrong codes in a sign-in with the right password. */
export const passwordVoided: MailTemplate<Recipient> = {
  name: 'session.passwordVoided',
  subject: () => 'Tu contraseña dejó de servir',
  body: ({ first_name }, { supportEmail, supportPhone }) => ({
    heading: 'Tu contraseña dejó de servir',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: alguien conoce tu contraseña y escribió diez códigos equivocados. Nadie entró a tu cuenta. Para protegerla, esa contraseña ya no sirve.`,
      },
      {
        kind: 'paragraph',
        text: 'Para volver a entrar, pide una contraseña temporal. Llega a este correo. Después elige una contraseña que no uses en otro sitio.',
      },
      { kind: 'button', label: 'Recuperar contraseña', path: recoveryPath },
      {
        kind: 'paragraph',
        text: `Si necesitas ayuda, llámanos al ${supportPhone} o escríbenos a ${supportEmail}.`,
      },
    ],
  }),
}

export const secondFactorSamples: readonly MailSample[] = [
  mailSample(secondFactorSet, 'Segundo factor activado', 'Al personal que lo activa.', {
    first_name: 'Andrea Paz',
  }),
  mailSample(secondFactorRemoved, 'Segundo factor desactivado', 'Al personal que lo desactiva.', {
    first_name: 'Andrea Paz',
  }),
  mailSample(codesGuessed, 'Códigos equivocados', 'Al personal, tras cinco códigos equivocados en un día.', {
    first_name: 'Andrea Paz',
    atSignIn: true,
  }),
  mailSample(
    passwordVoided,
    'Contraseña anulada',
    'Al personal, tras diez códigos equivocados con la contraseña correcta.',
    { first_name: 'Andrea Paz' },
  ),
  mailSample(
    recoveryCodeUsed,
    'Código de recuperación usado',
    'Al personal que entra con un código de recuperación.',
    { first_name: 'Andrea Paz', left: 7 },
  ),
]
