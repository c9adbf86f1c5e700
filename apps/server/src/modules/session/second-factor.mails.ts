import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Told = { readonly first_name: string }

export const secondFactorSet: MailTemplate<Told> = {
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

export const secondFactorRemoved: MailTemplate<Told> = {
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

export const recoveryCodeUsed: MailTemplate<Told & { readonly left: number }> = {
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

export const secondFactorSamples: readonly MailSample[] = [
  mailSample(secondFactorSet, 'Segundo factor activado', 'Al personal que lo activa.', {
    first_name: 'Andrea Paz',
  }),
  mailSample(secondFactorRemoved, 'Segundo factor desactivado', 'Al personal que lo desactiva.', {
    first_name: 'Andrea Paz',
  }),
  mailSample(
    recoveryCodeUsed,
    'Código de recuperación usado',
    'Al personal que entra con un código de recuperación.',
    { first_name: 'Andrea Paz', left: 7 },
  ),
]
