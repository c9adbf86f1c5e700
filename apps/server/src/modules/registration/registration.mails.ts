import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

// The e-mail address was typed and is not confirmed, so it can be anyone's. These mails repeat nothing that was typed
// with it.

export const registrationConfirmed: MailTemplate<object> = {
  name: 'registration.confirmed',
  subject: ({ product }) => `Tu cuenta en ${product} está lista`,
  body: (_, { product, supportEmail, supportPhone }) => ({
    heading: 'Registro exitoso',
    blocks: [
      { kind: 'paragraph', text: `Hola: tu registro en ${product} quedó confirmado.` },
      {
        kind: 'paragraph',
        text: 'Ya puedes iniciar sesión con tu RUT y la contraseña que elegiste.',
      },
      { kind: 'button', label: `Ir a ${product}`, path: '/' },
      {
        kind: 'paragraph',
        text: `Si no creaste esta cuenta, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

export const registrationReceived: MailTemplate<object> = {
  name: 'registration.received',
  subject: ({ product }) => `Recibimos tu registro en ${product}`,
  body: (_, { supportEmail, supportPhone, promises }) => ({
    heading: 'Recibimos tu registro',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Hola: recibimos tus datos y estamos validando tu identidad.',
      },
      {
        kind: 'paragraph',
        text: `En un plazo de ${promises.identity} te enviaremos el resultado a este correo. Hasta entonces no podrás iniciar sesión.`,
      },
      {
        kind: 'paragraph',
        text: `Si no hiciste este registro, avísanos al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

/** Mail to the address that the account had before. */
export const registrationRepeated: MailTemplate<{ readonly at: Date }> = {
  name: 'registration.repeated',
  subject: ({ product }) => `Una cuenta de ${product} cambió de correo`,
  body: ({ at }, { supportEmail, supportPhone }) => {
    const { day, time } = santiago(at)
    return {
      heading: 'La cuenta se registró nuevamente',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Tu cuenta se registró nuevamente, con otra contraseña y otro correo. Este correo ya no recibirá sus mensajes.',
        },
        {
          kind: 'facts',
          rows: [
            ['Fecha', showDay(day)],
            ['Hora', `${time} (Chile continental)`],
          ],
        },
        {
          kind: 'paragraph',
          text: `Si esto te parece un error, avísanos al ${supportPhone} o a ${supportEmail}.`,
        },
      ],
    }
  },
}

export const registrationSamples: readonly MailSample[] = [
  mailSample(registrationConfirmed, 'Registro confirmado', 'A quien se registra con RUN.', {}),
  mailSample(registrationReceived, 'Registro recibido', 'A quien se registra y espera su validación.', {}),
  mailSample(
    registrationRepeated,
    'Registro repetido',
    'Al e-mail anterior, cuando una persona se registra otra vez.',
    { at: new Date('2026-11-26T12:30:00Z') },
  ),
]
