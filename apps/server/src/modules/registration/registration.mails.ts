import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Registered = { readonly first_name: string }

export const registrationConfirmed: MailTemplate<Registered> = {
  name: 'registration.confirmed',
  subject: ({ product }) => `Tu cuenta en ${product} está lista`,
  body: ({ first_name }, { product, supportEmail, supportPhone }) => ({
    heading: 'Registro exitoso',
    blocks: [
      { kind: 'paragraph', text: `Hola, ${first_name}: tu registro en ${product} quedó confirmado.` },
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

export const registrationReceived: MailTemplate<Registered> = {
  name: 'registration.received',
  subject: ({ product }) => `Recibimos tu registro en ${product}`,
  body: ({ first_name }, { supportEmail, supportPhone }) => ({
    heading: 'Recibimos tu registro',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: recibimos tus datos y estamos validando tu identidad.`,
      },
      {
        kind: 'paragraph',
        text: 'En un plazo de 48 horas hábiles te enviaremos el resultado a este correo. Hasta entonces no podrás iniciar sesión.',
      },
      {
        kind: 'paragraph',
        text: `Si no hiciste este registro, avísanos al ${supportPhone} o a ${supportEmail}.`,
      },
    ],
  }),
}

/** Goes to the address that the account had until then. */
export const registrationRepeated: MailTemplate<Registered & { readonly at: Date }> = {
  name: 'registration.repeated',
  subject: ({ product }) => `Una cuenta de ${product} cambió de correo`,
  body: ({ first_name, at }, { supportEmail, supportPhone }) => {
    const { day, time } = santiago(at)
    return {
      heading: 'La cuenta se registró nuevamente',
      blocks: [
        {
          kind: 'paragraph',
          text: `La cuenta de ${first_name} se registró nuevamente, con otra contraseña y otro correo. Este correo ya no recibirá sus mensajes.`,
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
  mailSample(registrationConfirmed, 'Registro confirmado', 'A quien se registra con RUN.', {
    first_name: 'Camila Andrea',
  }),
  mailSample(registrationReceived, 'Registro recibido', 'A quien se registra y espera su validación.', {
    first_name: 'Camila Andrea',
  }),
  mailSample(
    registrationRepeated,
    'Registro repetido',
    'Al e-mail anterior, cuando una persona se registra otra vez.',
    { first_name: 'Camila Andrea', at: new Date('2026-11-26T12:30:00Z') },
  ),
]
