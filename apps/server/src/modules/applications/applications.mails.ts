import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

export const registrationRepeated: MailTemplate<{ readonly at: Date }> = {
  name: 'registration.repeated',
  clinical: false,
  subject: ({ product }) => `Una cuenta de ${product} cambió de correo`,
  heading: 'La cuenta se registró nuevamente',
  blocks: ({ at }, { supportEmail, supportPhone }) => {
    const { day, time } = santiago(at)
    return [
      'Tu cuenta se registró nuevamente, con otra contraseña y otro correo. Este correo ya no recibirá sus mensajes.',
      [
        ['Fecha', showDay(day)],
        ['Hora', `${time} (Chile continental)`],
      ],
      `Si esto te parece un error, avísanos al ${supportPhone} o a ${supportEmail}.`,
    ]
  },
}

export const applicationSamples: readonly MailSample[] = [
  mailSample(
    registrationRepeated,
    'Registro repetido',
    'Al e-mail anterior, cuando una persona se registra otra vez.',
    { at: new Date('2026-11-26T12:30:00Z') },
  ),
]
