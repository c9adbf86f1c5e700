import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

// The e-mail address was typed and is not confirmed, so it can be anyone's. These mails repeat nothing that was typed
// with it.

type VerificationLink = { readonly token: string; readonly days: number }

function verificationBlocks({ token, days }: VerificationLink) {
  return [
    `Falta un paso: verifica que este correo es tuyo. El enlace sirve por ${days} días. Mientras no lo verifiques, no enviaremos aquí resultados ni avisos de tus horas.`,
    { kind: 'button' as const, label: 'Verificar mi e-mail', path: `/correo/${token}` as const },
  ]
}

export const registrationConfirmed: MailTemplate<VerificationLink> = {
  name: 'registration.confirmed',
  clinical: false,
  subject: ({ product }) => `Tu cuenta en ${product} está lista`,
  heading: 'Registro exitoso',
  blocks: (link, { product, supportEmail, supportPhone }) => [
    `Hola: tu registro en ${product} quedó confirmado.`,
    'Ya puedes iniciar sesión con tu RUT y la contraseña que elegiste.',
    ...verificationBlocks(link),
    `Si no creaste esta cuenta, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
  ],
}

export const registrationReceived: MailTemplate<{
  readonly path: `/${string}`
}> = {
  name: 'registration.received',
  clinical: false,
  subject: ({ product }) => `Recibimos tu registro en ${product}`,
  heading: 'Recibimos tu registro',
  blocks: ({ path }, { supportEmail, supportPhone, promises }) => [
    'Hola: recibimos tus datos y estamos validando tu identidad.',
    `En un plazo de ${promises.identity} te enviaremos el resultado a este correo. Hasta entonces no podrás iniciar sesión.`,
    'En la página de tu registro ves en qué está. Si prefieres no esperar, ven a la clínica con tu documento: ahí mismo obtienes el código que te pediremos.',
    { kind: 'button', label: 'Ver mi registro', path },
    `Si no hiciste este registro, avísanos al ${supportPhone} o a ${supportEmail}.`,
  ],
}

export const registrationSamples: readonly MailSample[] = [
  mailSample(registrationConfirmed, 'Registro confirmado', 'A quien se registra con RUN.', {
    token: 'enlace-de-prueba',
    days: 7,
  }),
  mailSample(registrationReceived, 'Registro recibido', 'A quien se registra y espera su validación.', {
    path: '/registro/enlace-de-prueba',
  }),
]
