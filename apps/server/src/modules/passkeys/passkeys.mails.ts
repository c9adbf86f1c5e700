import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type PasskeyMail = { readonly first_name: string; readonly name: string }

/** `reportPath`: the page on which the recipient reports that it was another person. */
export const passkeyAdded: MailTemplate<PasskeyMail & { readonly reportPath: `/${string}` }> = {
  name: 'passkeys.added',
  clinical: false,
  subject: () => 'Agregaste una passkey',
  body: ({ first_name, name, reportPath }, { supportEmail, supportPhone }) => ({
    heading: 'Agregaste una passkey',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: desde ahora puedes entrar a tu cuenta con una passkey nueva, sin escribir tu contraseña.`,
      },
      { kind: 'facts', rows: [['Passkey', name]] },
      {
        kind: 'paragraph',
        text: `Si no fuiste tú, avísanos con este enlace: cerraremos todas las sesiones y suspenderemos la passkey. Después cambia tu contraseña. También puedes llamar al ${supportPhone} o escribir a ${supportEmail}.`,
      },
      { kind: 'button', label: 'No fui yo', path: reportPath },
    ],
  }),
}

export const passkeyRemoved: MailTemplate<PasskeyMail> = {
  name: 'passkeys.removed',
  clinical: false,
  subject: () => 'Quitaste una passkey',
  body: ({ first_name, name }, { supportEmail, supportPhone }) => ({
    heading: 'Quitaste una passkey',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: esta passkey ya no sirve para entrar a tu cuenta. Puedes borrarla también de tu teléfono o computador.`,
      },
      { kind: 'facts', rows: [['Passkey', name]] },
      {
        kind: 'paragraph',
        text: `Si no fuiste tú, cambia tu contraseña y avísanos al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

const sample = { first_name: 'Camila', name: 'Mi teléfono' }
export const passkeySamples: readonly MailSample[] = [
  mailSample(passkeyAdded, 'Passkey agregada', 'A quien agrega una passkey a su cuenta.', {
    ...sample,
    reportPath: '/proteger/no-fui-yo/enlace-de-prueba',
  }),
  mailSample(passkeyRemoved, 'Passkey quitada', 'A quien quita una passkey de su cuenta.', sample),
]
