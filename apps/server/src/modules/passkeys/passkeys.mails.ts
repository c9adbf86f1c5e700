import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { changePasswordIfNotYou } from '../../platform/mail-sentences.ts'

type PasskeyMail = { readonly first_name: string; readonly name: string }

export const passkeyAdded: MailTemplate<PasskeyMail & { readonly reportPath: `/${string}` }> = {
  name: 'passkeys.added',
  clinical: false,
  subject: 'Agregaste una huella o un PIN',
  blocks: ({ first_name, name, reportPath }, { supportEmail, supportPhone }) => [
    `Hola, ${first_name}: desde ahora puedes entrar a tu cuenta con la huella, la cara o el PIN de este dispositivo, sin escribir tu contraseña.`,
    [['Dispositivo', name]],
    `Si no fuiste tú, avísanos con este enlace: cerraremos todas las sesiones y suspenderemos ese dispositivo. Después cambia tu contraseña. También puedes llamar al ${supportPhone} o escribir a ${supportEmail}.`,
    { kind: 'button', label: 'No fui yo', path: reportPath },
  ],
}

export const passkeyRemoved: MailTemplate<PasskeyMail> = {
  name: 'passkeys.removed',
  clinical: false,
  subject: 'Quitaste una huella o un PIN',
  blocks: ({ first_name, name }, branding) => [
    `Hola, ${first_name}: este dispositivo ya no entra a tu cuenta con huella o PIN. Puedes borrar también la clave de acceso que guardó.`,
    [['Dispositivo', name]],
    changePasswordIfNotYou(branding),
  ],
}

const sample = { first_name: 'Camila', name: 'Mi teléfono' }
export const passkeySamples: readonly MailSample[] = [
  mailSample(
    passkeyAdded,
    'Huella o PIN agregados',
    'A quien agrega un dispositivo que entra con huella o PIN.',
    {
      ...sample,
      reportPath: '/proteger/no-fui-yo/enlace-de-prueba',
    },
  ),
  mailSample(
    passkeyRemoved,
    'Huella o PIN quitados',
    'A quien quita un dispositivo que entraba con huella o PIN.',
    sample,
  ),
]
